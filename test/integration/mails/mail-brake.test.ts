import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mailPace, mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { EventType } from '#local/ses/event-types.ts';
import { resumeMailCommand } from '#operations/resume-mail/resume-mail-command.ts';
import { addTicketCopy } from '#test/support/helpdesk/ticket-copies.ts';
import {
  addPrintedInvoices,
  addVerified,
  listTaken,
  orderMail,
  readMail,
  readMailJob,
  runMailJob,
  tellEvent,
} from '#test/support/mails/mail-jobs.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let admin: { cookie: string };

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
  portal.ses.setAfterSending([]);
  process.env.DATA_DIR = portal.dataFolder;
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

/** Each test begins with mails that go on, and counts none of an earlier test. */
beforeEach(async () => {
  await portal.connection.delete(mails);
  await portal.connection.delete(jobs);
  await portal.connection.update(mailPace).set({ paused_at: null, went_on_at: new Date(0).toISOString() });
});

const orderInvoiceMail = async (userId: number) => {
  const [invoiceId = 0] = await addPrintedInvoices(portal, userId);

  return orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } });
};

interface Sent {
  userId: number;
  mailId: string;
  tell: (type: EventType) => Promise<void>;
}

/** Sends a mail that has been ordered, and returns a way to tell what became of it. */
const send = async (userId: number, mailId: string): Promise<Sent> => {
  expect(await runMailJob(portal, mailId)).toBeUndefined();
  const [taken] = listTaken(portal, mailId);
  if (!taken) {
    throw new Error(`SES did not take the mail ${mailId}`);
  }

  return { userId, mailId, tell: async (type) => void (await tellEvent(portal, taken, type)) };
};

const sendInvoice = async (userId?: number): Promise<Sent> => {
  const to = userId ?? (await addVerified(portal)).userId;

  return send(to, await orderInvoiceMail(to));
};

const sendInvitation = async (): Promise<Sent> => {
  const userId = await addUser(portal, {
    User_Email: `${crypto.randomUUID()}@example.com`,
    origin: 'imported',
  });
  await portal.connection.update(mailPace).set({ free_at: new Date(0).toISOString() });

  return send(userId, await orderMail(portal, { kind: 'invite', userId }));
};

/** Sends five mails that bounce, which pauses the mails of their share. */
const bounceFive = async (one: () => Promise<Sent> = sendInvoice): Promise<Sent[]> => {
  const sent: Sent[] = [];
  for (let mail = 0; mail < 5; mail += 1) {
    sent.push(await one());
  }
  for (const { tell } of sent) {
    await tell('bounce');
  }

  return sent;
};

const isPaused = async (share: string): Promise<boolean> => {
  const [row] = await portal.connection.select().from(mailPace).where(eq(mailPace.share, share));

  return row?.paused_at != null;
};

const stateOf = async (mailId: string) => (await readMail(portal, mailId))?.state;
/** Figures of the events' log lines since a line. */
const listFigures = (from = 0) =>
  portal.heard.log
    .slice(from)
    .filter((line) => line.includes('"task":"mail-events"'))
    .flatMap((line) => {
      const { mailPaused, complaintWithoutBrake } = JSON.parse(line);

      return [...(mailPaused ? ['paused'] : []), ...(complaintWithoutBrake ? ['complaint'] : [])];
    });

const pauseBusiness = async () => {
  await portal.connection
    .update(mailPace)
    .set({ paused_at: new Date().toISOString() })
    .where(eq(mailPace.share, 'business'));
};

const resume = async (...answers: [string, string][]) => {
  const { terminal, shown } = makeRecordedTerminal(answers);
  await resumeMailCommand(['local'], terminal);

  return shown;
};

describe('after five accounts whose mails came back', () => {
  it('an invoice waits without a try and without losing its days, and an account mail leaves', async () => {
    const from = portal.heard.log.length;
    await bounceFive();
    const { userId, email } = await addVerified(portal);
    const mailId = await orderInvoiceMail(userId);
    const days = new Date(Date.now() - 2 * DAY_MS).toISOString();
    await portal.connection
      .update(jobs)
      .set({ first_tried_at: days, attempts: 9 })
      .where(eq(jobs.key, mailId));

    expect(await runMailJob(portal, mailId)).toBeUndefined();

    expect(listFigures(from)).toEqual(['paused']);
    expect(await stateOf(mailId)).toBe('waiting');
    const job = await readMailJob(portal, mailId);
    expect(job).toMatchObject({ state: 'queued', attempts: 9, first_tried_at: null, error: null });
    const waitMs = Date.parse(job?.not_before ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(0.9 * HOUR_MS);
    expect(waitMs).toBeLessThanOrEqual(HOUR_MS);
    const notice = await orderMail(portal, { kind: 'password-changed', userId, recipient: email });
    await runMailJob(portal, notice);
    expect(await stateOf(notice)).toBe('sent');
  });

  it('ticket mails of a paused share wait too, but invitations leave', async () => {
    await bounceFive();
    const { userId } = await addVerified(portal);
    const { id: ticketId } = await addTicketCopy(portal, { userId });
    const mailId = await orderMail(portal, { kind: 'ticket-answered', userId, about: { ticketId } });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toBe('waiting');
    expect(await stateOf((await sendInvitation()).mailId)).toBe('sent');
  });

  it('a mail that already has its moment does not leave', async () => {
    const { userId } = await addVerified(portal);
    const mailId = await orderInvoiceMail(userId);
    const { runBusinessMailJob } = await import('#functions/domain/mails/business-mail-job.ts');
    const { database } = await import('#local/seed/whole-database.ts');
    const { businessMailer: mailer } = await import('#functions/runtime/ports/business-mailer-port.ts');
    const { invoiceFiles } = await import('#functions/runtime/ports/invoice-files-port.ts');
    const { mailPace: pace } = await import('#functions/runtime/ports/mail-pace-port.ts');
    const { supplier } = await import('#functions/runtime/ports/supplier-port.ts');

    await runBusinessMailJob(
      {
        database,
        mailer,
        invoiceFiles,
        mailPace: pace,
        supplier,
        businessMailQueue: { send: async () => {} },
      },
      mailId,
      { clock: () => new Date(), timeLeftMs: () => 25_000, pause: pauseBusiness },
      () => {},
    );

    expect(await stateOf(mailId)).toBe('waiting');
    expect(listTaken(portal, mailId)).toEqual([]);
  });

  it('an invoice that is sent again waits with the others', async () => {
    await bounceFive();
    const { userId } = await addVerified(portal);
    const earlier = await orderInvoiceMail(userId);
    await portal.connection.update(mails).set({ state: 'delivered' }).where(eq(mails.id, earlier));
    await portal.connection.update(jobs).set({ state: 'completed' }).where(eq(jobs.key, earlier));

    const answer = await portal.call('POST', `/api/admin/mails/${earlier}/resend`, { cookie: admin.cookie });
    await runMailJob(portal, answer.body.id);

    expect(answer.status).toBe(202);
    expect(await stateOf(answer.body.id)).toBe('waiting');
  });

  it('dashboard and Background Jobs read what is paused, and how many mails wait', async () => {
    await bounceFive();
    for (let mail = 0; mail < 2; mail += 1) {
      await orderInvoiceMail((await addVerified(portal)).userId);
    }

    const { body } = await portal.call('GET', '/api/admin/figures/counts', { cookie: admin.cookie });

    expect(body.pausedMails).toEqual([{ share: 'business', since: expect.stringMatching(/Z$/), waiting: 2 }]);
  });
});

describe('pauses of mail', () => {
  it('mails are not paused by five bounces of one account, because each account counts once', async () => {
    const { userId } = await addVerified(portal);
    await bounceFive(() => sendInvoice(userId));

    expect(await isPaused('business')).toBe(false);
  });

  it('mails are not paused by four bounced accounts, each of whose events comes twice', async () => {
    for (let mail = 0; mail < 4; mail += 1) {
      const { tell } = await sendInvoice();
      await tell('bounce');
      await tell('bounce');
    }

    expect(await isPaused('business')).toBe(false);
  });

  it('mails are not paused by a complaint about an answered ticket, which only wakes somebody', async () => {
    for (let mail = 0; mail < 3; mail += 1) {
      const from = portal.heard.log.length;
      const { userId } = await addVerified(portal);
      const { id: ticketId } = await addTicketCopy(portal, { userId });
      const { tell } = await send(
        userId,
        await orderMail(portal, { kind: 'ticket-answered', userId, about: { ticketId } }),
      );
      await tell('complaint');
      expect(listFigures(from)).toEqual(['complaint']);
    }

    expect(await isPaused('business')).toBe(false);
  });

  it('mails are not paused by bounces of account mails', async () => {
    await bounceFive(async () => {
      const { userId, email: recipient } = await addVerified(portal);

      return send(userId, await orderMail(portal, { kind: 'password-changed', userId, recipient }));
    });

    expect(await portal.connection.select().from(mailPace).where(sql`paused_at is not null`)).toEqual([]);
  });
});

it('three accounts that complain about an invoice pause the mails', async () => {
  for (let mail = 0; mail < 3; mail += 1) {
    expect(await isPaused('business')).toBe(false);
    await (await sendInvoice()).tell('complaint');
  }

  expect(await isPaused('business')).toBe(true);
});

it('three accounts of one mailbox, or without more than a payment, complain and pause nothing', async () => {
  const mailbox = crypto.randomUUID();
  for (const part of ['', '+1', '+2']) {
    const { userId } = await addVerified(portal, { User_Email: `${mailbox}${part}@example.com` });
    await (await sendInvoice(userId)).tell('complaint');
  }
  for (let account = 0; account < 3; account += 1) {
    const { userId } = await addVerified(portal);
    await portal.connection.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount, method)
      values (${userId}::int, 'payment', '2026-11-20', 1, 'eft')`);
    const mailId = await orderMail(portal, { kind: 'payment-received', userId, about: { press: userId } });
    await portal.connection
      .update(mails)
      .set({ state: 'complained', tried_at: new Date().toISOString() })
      .where(eq(mails.id, mailId));
  }
  await (await sendInvoice()).tell('complaint');

  expect(await isPaused('business')).toBe(false);
});

it('the log line of a pause names the accounts whose mails came back, and no address', async () => {
  const from = portal.heard.log.length;
  const sent = await bounceFive();

  const [line = ''] = portal.heard.log.slice(from).filter((each) => each.includes('"mailPaused":1'));
  const numbers = sent.map(({ userId }) => `OW${10_000 + userId}`);
  expect(Object.keys(JSON.parse(line).mailsBack).toSorted()).toEqual(numbers.toSorted());
  expect(line).not.toContain('@');
});

it('five invitations that bounce pause invitations alone', async () => {
  await bounceFive(sendInvitation);

  expect(await isPaused('invite')).toBe(true);
  expect(await isPaused('business')).toBe(false);
});

it('one of eight bounces at the same moment pauses the mails and wakes somebody', async () => {
  const from = portal.heard.log.length;
  const sent: Sent[] = [];
  for (let mail = 0; mail < 8; mail += 1) {
    sent.push(await sendInvoice());
  }
  await Promise.all(sent.map(({ tell }) => tell('bounce')));

  expect(await isPaused('business')).toBe(true);
  expect(listFigures(from)).toEqual(['paused']);
});

describe('npm run resume-mail', () => {
  it('the operator is told when nothing is paused', async () => {
    expect(await resume()).toEqual(['No mail is paused.']);
  });

  it('mails stay paused unless the operator says yes', async () => {
    await bounceFive();

    await resume(['Business mail is paused since', 'no']);

    expect(await isPaused('business')).toBe(true);
  });

  it('resumed mails go on at once, which is audited, and no bounce of a mail from before counts', async () => {
    const late = await sendInvoice();
    const [first] = await bounceFive();
    const { userId } = await addVerified(portal);
    const mailId = await orderInvoiceMail(userId);
    await runMailJob(portal, mailId);

    const [question] = await resume(['Business mail is paused since', 'yes']);

    expect(question).toContain('and 1 wait.');
    expect(await isPaused('business')).toBe(false);
    const [row] = await portal.connection
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'operations.resume-mail'));
    expect(row).toMatchObject({ actor_id: null, record: 'mails of the share business' });
    await first?.tell('bounce');
    await late.tell('bounce');
    expect(await isPaused('business')).toBe(false);
    await pause(5);
    await runMailJob(portal, mailId);
    expect(await stateOf(mailId)).toBe('sent');
  });

  it('resumed invitations are due one after the other', async () => {
    await bounceFive(sendInvitation);
    const ids: string[] = [];
    for (let mail = 0; mail < 3; mail += 1) {
      const userId = await addUser(portal, { origin: 'imported' });
      ids.push(await orderMail(portal, { kind: 'invite', userId }));
    }

    await resume(['Invitations are paused since', 'yes']);

    const due = await Promise.all(
      ids.map(async (id) => Date.parse((await readMailJob(portal, id))?.not_before ?? '')),
    );
    const [at = 0] = due.toSorted();
    expect(due.toSorted().map((each) => each - at)).toEqual([0, 72_000, 144_000]);
  });
});
