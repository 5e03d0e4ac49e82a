import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens, mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { StoredMail } from '#local/ses/mail-store.ts';
import type { MailKind } from '#shared/mails/mail-kinds.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addTicketCopy } from '#test/support/helpdesk/ticket-copies.ts';
import {
  addPrintedInvoices,
  addVerified,
  endUncertainWait,
  listTaken,
  orderMail,
  readMail,
  readMailJob,
  runMailJob,
  tellEvent,
} from '#test/support/mails/mail-jobs.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { makeMailbox, readLink } from '#test/support/portal/mailbox.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let mailbox: ReturnType<typeof makeMailbox>;

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
  mailbox = makeMailbox(portal.ses);
  mailbox.setAfterSending([]);
});
beforeEach(() => mailbox.forgetFaults());
afterAll(() => portal.stop());

const HOUR_MS = 3_600_000;
const change = (userId: number, user: Partial<typeof users.$inferInsert>) =>
  portal.connection.update(users).set(user).where(eq(users.User_Id, userId));
const linksOf = (userId: number) =>
  portal.connection.select().from(linkTokens).where(eq(linkTokens.user_id, userId));
const stateOf = async (mailId: string) => {
  const mail = await readMail(portal, mailId);

  return [mail?.state, mail?.reason];
};
const loadAccountMailJob = async () => {
  const { runAccountMailJob } = await import('#functions/domain/mails/account-mail-job.ts');
  const { database } = await import('#local/seed/whole-database.ts');
  const { accountMailer: mailer } = await import('#functions/runtime/ports/account-mailer-port.ts');
  const { mailPace } = await import('#functions/runtime/ports/mail-pace-port.ts');
  const { sessionTokens } = await import('#functions/runtime/ports/session-tokens-port.ts');
  const { provider } = await import('#functions/runtime/ports/provider-port.ts');

  return { runAccountMailJob, ports: { database, mailer, mailPace, sessionTokens, provider } };
};

it("a reset link that an administrator used is told to the other administrators with the administrator's name", async () => {
  const { userId } = await addVerified(portal, { user_role: 'admin', User_Name: 'Refilwe' });
  const other = await addVerified(portal, { user_role: 'admin' });
  const { database } = await import('#local/seed/whole-database.ts');

  const mailIds = await database.mails.orderToOtherAdmins(
    userId,
    { kind: 'admin-reset-used', about: { adminId: userId } },
    new Date(),
  );
  for (const mailId of mailIds) {
    expect(await runMailJob(portal, mailId)).toBeUndefined();
  }

  expect(mailbox.listMailsTo(other.email).map(({ text }) => text)).toEqual([
    expect.stringContaining('Refilwe'),
  ]);
});

it('the removal of second factors is told to the other administrators with account and administrator', async () => {
  const { userId } = await addVerified(portal, { User_Name: 'Naledi' });
  const { userId: adminId } = await addVerified(portal, { user_role: 'admin', User_Name: 'Refilwe' });
  const other = await addVerified(portal, { user_role: 'admin' });
  const { database } = await import('#local/seed/whole-database.ts');

  const notice = { kind: 'admin-factor-changed', about: { userId, adminId } } as const;
  for (const mailId of await database.mails.orderToOtherAdmins(userId, notice, new Date())) {
    expect(await runMailJob(portal, mailId)).toBeUndefined();
  }

  expect(mailbox.listMailsTo(other.email).map(({ text }) => text)).toEqual([
    expect.stringMatching(/Naledi.*Removed by.*Refilwe/s),
  ]);
});

it('the first second factor of an administrator is told to the other administrators', async () => {
  const { userId } = await addVerified(portal, { user_role: 'admin', User_Name: 'Refilwe' });
  const other = await addVerified(portal, { user_role: 'admin' });
  const { database } = await import('#local/seed/whole-database.ts');

  const notice = { kind: 'admin-factor-changed', about: { userId } } as const;
  for (const mailId of await database.mails.orderToOtherAdmins(userId, notice, new Date())) {
    expect(await runMailJob(portal, mailId)).toBeUndefined();
  }

  expect(mailbox.listMailsTo(other.email).map(({ subject }) => subject)).toEqual([
    'An administrator of OW Connect has set up a second factor',
  ]);
});

it.each([
  ['factor-changed', { change: 'app-added' }, 'An authenticator app was added to your account'],
  ['second-step-refused', {}, 'five wrong codes in an hour'],
  ['recovery-code-used', { codesLeft: 9 }, 'with your password and a recovery code'],
] as const)('the notice %s says what happened', async (kind, about, sentence) => {
  const { userId, email } = await addVerified(portal);

  const mailId = await orderMail(portal, { kind, userId, recipient: email, about });
  expect(await runMailJob(portal, mailId)).toBeUndefined();

  expect(mailbox.listMailsTo(email).map(({ text }) => text)).toEqual([expect.stringContaining(sentence)]);
});

describe('a mail with a link', () => {
  it('a verification brings a link and a way to refuse it, whose tokens are stored as hashes for 24 hours', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await addUser(portal, { User_Email: email });
    const mailId = await orderMail(portal, { kind: 'verify', userId, recipient: email });
    const before = Date.now();
    expect(await runMailJob(portal, mailId)).toBeUndefined();

    const [mail] = mailbox.listMailsTo(email);
    expect(await stateOf(mailId)).toEqual(['sent', null]);
    expect(mail?.subject).toBe((await readMail(portal, mailId))?.subject);
    expect((await readMailJob(portal, mailId))?.state).toBe('completed');
    const links = await linksOf(userId);
    for (const [purpose, path] of [
      ['verify', '/verify-email'],
      ['not-me', '/not-me'],
    ] as const) {
      const token = mail ? readLink(mail, path).hash.slice(1) : '';
      const link = links.find((each) => each.purpose === purpose);
      expect(link).toMatchObject({
        token_hash: createHash('sha256').update(token).digest('base64url'),
        address: email,
      });
      const hours = (Date.parse(link?.expires_at ?? '') - before) / HOUR_MS;
      expect(hours).toBeGreaterThanOrEqual(24);
      expect(hours).toBeLessThan(24.1);
    }
  });

  it.each(['r&d', 'a/b', "o'neil", '{a}'])('a mail reaches an address that begins with %s', async (local) => {
    const email = `${local}@${crypto.randomUUID()}.example`;
    const userId = await addUser(portal, { User_Email: email });
    const mailId = await orderMail(portal, { kind: 'verify', userId, recipient: email });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['sent', null]);
    expect(mailbox.listMailsTo(email)).toHaveLength(1);
  });

  it('a link goes to no address that the account has given up while the mail waited for its moment', async () => {
    const { runAccountMailJob, ports } = await loadAccountMailJob();
    const { userId, email } = await addVerified(portal);
    const mailId = await orderMail(portal, { kind: 'reset', userId, recipient: email });
    const time = {
      clock: () => new Date(),
      timeLeftMs: () => 25_000,
      pause: async () => {
        await change(userId, { User_Email: `new-${email}` });
      },
    };
    await runAccountMailJob(ports, mailId, time, () => {});

    expect(await stateOf(mailId)).toEqual(['skipped', 'outdated']);
    expect(mailbox.listMailsTo(email)).toEqual([]);
    expect(await linksOf(userId)).toEqual([]);
  });

  it('the sixth mail in an hour to one unverified address is skipped, whichever accounts name it', async () => {
    const recipient = `${crypto.randomUUID()}@example.com`;
    const states: unknown[] = [];
    for (let mail = 0; mail < 6; mail += 1) {
      const userId = await addUser(portal, { pending_email: recipient });
      const mailId = await orderMail(portal, { kind: 'change', userId, recipient: recipient.toUpperCase() });
      await runMailJob(portal, mailId);
      states.push(await stateOf(mailId));
    }

    expect(states.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ['sent', null]));
    expect(states[5]).toEqual(['skipped', 'too-many']);
  });

  it('an address counts without what stands between + and @, and at gmail.com without dots', async () => {
    const unique = crypto.randomUUID().slice(0, 8);
    for (const [typed, counted] of [
      [(mail: number) => `${unique}+${mail}@example.com`, `${unique}@example.com`],
      [(mail: number) => `${unique}${'.'.repeat(mail % 2)}x+${mail}@Gmail.com`, `${unique}x@gmail.com`],
    ] as const) {
      for (let mail = 0; mail < 5; mail += 1) {
        const recipient = typed(mail);
        const userId = await addUser(portal, { User_Email: recipient });
        const mailId = await orderMail(portal, { kind: 'verify', userId, recipient });
        await runMailJob(portal, mailId);
        expect(await stateOf(mailId)).toEqual(['sent', null]);
      }

      const userId = await addUser(portal, { User_Email: counted });
      const mailId = await orderMail(portal, { kind: 'reset', userId, recipient: counted });
      await runMailJob(portal, mailId);
      expect(await stateOf(mailId)).toEqual(['skipped', 'too-many']);
    }
  });

  it('the limit of unverified addresses does not hold back a notice whose address was verified when the notice was ordered', async () => {
    const recipient = `${crypto.randomUUID()}@example.com`;
    for (let mail = 0; mail < 6; mail += 1) {
      const mailId = await orderMail(portal, { kind: 'account-closed', userId: null, recipient });
      await runMailJob(portal, mailId);
      expect(await stateOf(mailId)).toEqual(['sent', null]);
    }
  });

  describe('once the whole portal has sent its links of an hour', () => {
    /** Sends mails one after the other, at a limit of five an hour; returns their states and what was logged. */
    const sendInOrder = async (
      orders: readonly { kind: MailKind; isVerified: boolean; about?: Record<string, number> }[],
    ) => {
      const { runAccountMailJob, ports } = await loadAccountMailJob();
      const few = { ...ports, mailPace: { ...ports.mailPace, linkMailsPerHour: 5 } };
      const time = { clock: () => new Date(), timeLeftMs: () => 25_000, pause: async () => {} };
      await portal.connection.delete(throttleCounters);

      const states: unknown[] = [];
      const logged: unknown[] = [];
      for (const { kind, isVerified, about = {} } of orders) {
        const { userId, email } = await addVerified(portal, isVerified ? {} : { email_verified_at: null });
        await change(userId, { pending_email: email });
        const mailId = await orderMail(portal, { kind, userId, recipient: email, about });
        await runAccountMailJob(
          few,
          mailId,
          time,
          (line) => void logged.push(...('mail' in line ? [] : [line])),
        );
        states.push((await stateOf(mailId)).join(' ').trim());
      }
      await portal.connection.delete(throttleCounters);

      return { states, logged };
    };
    const REFUSED = { mailLinksRefused: 1 };
    const unverified = { kind: 'verify', isVerified: false } as const;
    const reset = { kind: 'reset', isVerified: true } as const;

    it('unverified addresses get no more than four fifths, and each mail that is kept is logged', async () => {
      const { states, logged } = await sendInOrder([
        unverified,
        { kind: 'reset', isVerified: false },
        { kind: 'change', isVerified: true },
        unverified,
        unverified,
        reset,
      ]);

      expect(states).toEqual(['sent', 'sent', 'sent', 'sent', 'skipped too-many', 'sent']);
      expect(logged).toEqual([REFUSED]);
    });

    it('verified addresses get their resets and notices still, and the alarm hears of it', async () => {
      const { states, logged } = await sendInOrder([
        ...Array.from({ length: 6 }, () => reset),
        unverified,
        { kind: 'password-changed', isVerified: true },
      ]);

      expect(states).toEqual([...Array.from({ length: 6 }, () => 'sent'), 'skipped too-many', 'sent']);
      expect(logged).toEqual([REFUSED, REFUSED]);
    });

    it('what administrators send counts apart', async () => {
      const byAdmin = { ...unverified, about: { adminId: 1 } };
      const { states } = await sendInOrder([
        ...Array.from({ length: 5 }, () => unverified),
        ...Array.from({ length: 6 }, () => byAdmin),
      ]);

      expect(states.slice(4)).toEqual(['skipped too-many', ...Array(5).fill('sent'), 'skipped too-many']);
    });
  });

  describe('the resets of a verified address in a day', () => {
    const orderReset = (userId: number, recipient: string, about = {}) =>
      orderMail(portal, { kind: 'reset', userId, recipient, about });
    const sendTen = async () => {
      const { userId, email } = await addVerified(portal);
      for (let mail = 0; mail < 10; mail += 1) {
        const mailId = await orderReset(userId, email);
        await runMailJob(portal, mailId);
        expect(await stateOf(mailId)).toEqual(['sent', null]);
      }

      return { userId, email };
    };
    const endLinks = (userId: number) =>
      portal.connection
        .update(linkTokens)
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .where(eq(linkTokens.user_id, userId));

    it('a verified address gets ten resets a day, and one more whenever all earlier links have ended', async () => {
      const { userId, email } = await sendTen();
      const refused = await orderReset(userId, email);
      await runMailJob(portal, refused);
      expect(await stateOf(refused)).toEqual(['skipped', 'too-many']);

      await endLinks(userId);
      const again = await orderReset(userId, email);
      await runMailJob(portal, again);
      expect(await stateOf(again)).toEqual(['sent', null]);
      const next = await orderReset(userId, email);
      await runMailJob(portal, next);
      expect(await stateOf(next)).toEqual(['skipped', 'too-many']);
    });

    it('a verified address gets one more reset, not two, of eight that are sent at the same moment', async () => {
      const { userId, email } = await sendTen();
      await endLinks(userId);
      const all = await Promise.all(Array.from({ length: 8 }, () => orderReset(userId, email)));
      await Promise.all(all.map((mailId) => runMailJob(portal, mailId)));

      const states = await Promise.all(all.map(async (mailId) => (await stateOf(mailId))[0]));
      expect(states.toSorted()).toEqual(['sent', ...Array(7).fill('skipped')]);
    });

    it('resets that an administrator sends do not count', async () => {
      const { userId, email } = await sendTen();
      const mailId = await orderReset(userId, email, { adminId: 1 });
      await runMailJob(portal, mailId);

      expect(await stateOf(mailId)).toEqual(['sent', null]);
    });

    it('stop for a day once their owner says that they asked for none, but for what an administrator sends', async () => {
      const { userId, email } = await addVerified(portal);
      await runMailJob(portal, await orderReset(userId, email));
      const [mail] = mailbox.listMailsTo(email);
      const token = mail ? readLink(mail, '/not-me').hash.slice(1) : '';

      const answer = await portal.call('POST', '/api/not-me', { body: { token } });
      expect(answer.status).toBe(204);

      expect(await linksOf(userId)).toEqual([]);
      const refused = await orderReset(userId, email);
      await runMailJob(portal, refused);
      expect(await stateOf(refused)).toEqual(['skipped', 'not-asked']);
      const byAdmin = await orderReset(userId, email, { adminId: 1 });
      await runMailJob(portal, byAdmin);
      expect(await stateOf(byAdmin)).toEqual(['sent', null]);
      const notice = await orderMail(portal, { kind: 'password-changed', userId, recipient: email });
      await runMailJob(portal, notice);
      expect(await stateOf(notice)).toEqual(['sent', null]);

      await portal.connection
        .update(throttleCounters)
        .set({ window_ends_at: new Date(Date.now() - 1000).toISOString() });
      const later = await orderReset(userId, email);
      await runMailJob(portal, later);
      expect(await stateOf(later)).toEqual(['sent', null]);
    });
  });

  it('a try that sent nothing does not count towards the limits', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await addUser(portal, { User_Email: email });
    for (let mail = 0; mail < 6; mail += 1) {
      mailbox.plantFault('SendingPausedException', { times: 1 });
      await runMailJob(portal, await orderMail(portal, { kind: 'verify', userId, recipient: email }));
    }
    const mailId = await orderMail(portal, { kind: 'verify', userId, recipient: email });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['sent', null]);
  });
});

it('a mail whose answer was lost counts towards the limits, because it may have arrived', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { User_Email: email });
  for (let mail = 0; mail < 5; mail += 1) {
    mailbox.plantFault('drop-after', { times: 1 });
    await runMailJob(portal, await orderMail(portal, { kind: 'verify', userId, recipient: email }));
  }
  const mailId = await orderMail(portal, { kind: 'verify', userId, recipient: email });
  await runMailJob(portal, mailId);

  expect(await stateOf(mailId)).toEqual(['skipped', 'too-many']);
});

describe('a mail that is not sent', () => {
  const VERIFIED = { email_verified_at: new Date().toISOString() };
  const CASES: [string, MailKind, Partial<typeof users.$inferInsert>, string][] = [
    ['a verification of an address that is verified', 'verify', VERIFIED, 'outdated'],
    ['a notice to an unverified address', 'password-changed', {}, 'not-verified'],
    [
      'a reset of an administrator with an unverified address',
      'reset',
      { user_role: 'admin' },
      'not-verified',
    ],
    ['a reset of an inactive account', 'reset', { ...VERIFIED, User_Status: 0 }, 'account-gone'],
    [
      'a notice to an earlier address',
      'password-changed',
      { ...VERIFIED, User_Email: 'other@x.example' },
      'outdated',
    ],
    ['a change to an address that is no longer asked for', 'change', VERIFIED, 'outdated'],
    ['a note about a change that was ended', 'change-asked', VERIFIED, 'outdated'],
    ['an invoice to an unverified address', 'invoice', {}, 'not-verified'],
    [
      'an invoice to a client who has switched mails off',
      'invoice',
      { ...VERIFIED, User_Mailer_Email: false },
      'switched-off',
    ],
  ];

  it.each(CASES)('%s is skipped with its reason', async (_, kind, user, reason) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await addUser(portal, { User_Email: email, ...user });
    const mailId = await orderMail(portal, { kind, userId, recipient: email, about: { invoiceId: 0 } });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['skipped', reason]);
    expect(listTaken(portal, mailId)).toEqual([]);
    expect((await readMailJob(portal, mailId))?.state).toBe('completed');
    await change(userId, { User_Email: `${crypto.randomUUID()}@example.com` });
  });

  it('a mail to a blocked address is skipped, in whatever case it is written', async () => {
    const { userId, email } = await addVerified(portal);
    await portal.connection.insert(mailBlocks).values({ user_id: userId, address: email, reason: 'bounce' });
    await change(userId, { User_Email: email.toUpperCase() });
    const mailId = await orderMail(portal, { kind: 'reset', userId, recipient: email.toUpperCase() });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['skipped', 'blocked']);
  });

  it.each([
    ['complaint', 'invoice', ['skipped', 'blocked']],
    ['complaint', 'password-changed', ['sent', null]],
    ['complaint', 'reset', ['sent', null]],
    ['bounce', 'password-changed', ['skipped', 'blocked']],
    ['not-me', 'password-changed', ['skipped', 'blocked']],
  ] as const)('a mail after a %s, of the kind %s, is %j', async (reason, kind, state) => {
    const { userId, email } = await addVerified(portal);
    await portal.connection.insert(mailBlocks).values({ user_id: userId, address: email, reason });
    const mailId = await orderMail(portal, { kind, userId, recipient: email, about: { invoiceId: 0 } });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(state);
  });

  it('a mail whose address is blocked while its worker waits for the account is skipped', async () => {
    const { userId, email } = await addVerified(portal);
    const mailId = await orderMail(portal, { kind: 'password-changed', userId, recipient: email });

    const { running } = await connectAsOwner().transaction(async (holder) => {
      await holder.select().from(users).where(eq(users.User_Id, userId)).for('no key update');
      const running = runMailJob(portal, mailId);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      await holder.insert(mailBlocks).values({ user_id: userId, address: email, reason: 'not-me' });

      return { running };
    });

    expect(await running).toBeUndefined();
    expect(await stateOf(mailId)).toEqual(['skipped', 'blocked']);
  });

  it('a reset that was asked for an unknown address sends nothing', async () => {
    const mailId = await orderMail(portal, { kind: 'reset', userId: null });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['skipped', 'account-gone']);
  });

  it('a reset that could not be sent within an hour is not sent', async () => {
    const { userId, email } = await addVerified(portal);
    const createdAt = new Date(Date.now() - HOUR_MS - 1000);
    const mailId = await orderMail(portal, { kind: 'reset', userId, recipient: email, createdAt });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['failed', 'too-late']);
    expect((await readMailJob(portal, mailId))?.state).toBe('completed');
  });
});

describe('the last mail of a closed account', () => {
  const orderLast = () =>
    orderMail(portal, {
      kind: 'account-closed',
      userId: null,
      recipient: `${crypto.randomUUID()}@example.com`,
    });
  const recipientOf = async (mailId: string) => (await readMail(portal, mailId))?.recipient;

  it('the last mail of a closed account keeps its address while it may still be sent, and loses it once it is', async () => {
    const mailId = await orderLast();
    mailbox.plantFault('SendingPausedException', { times: 1 });
    await runMailJob(portal, mailId);
    expect([await stateOf(mailId), await recipientOf(mailId)]).toEqual([
      ['waiting', null],
      expect.stringContaining('@'),
    ]);

    await endUncertainWait(portal, mailId);
    await runMailJob(portal, mailId);
    expect([await stateOf(mailId), await recipientOf(mailId)]).toEqual([['sent', null], null]);
    expect(listTaken(portal, mailId)).toHaveLength(1);
  });

  it('the last mail of a closed account loses its address when SES refuses it', async () => {
    const mailId = await orderLast();
    mailbox.plantFault('MessageRejected', { times: 1 });
    await runMailJob(portal, mailId);

    expect([await stateOf(mailId), await recipientOf(mailId)]).toEqual([['rejected', 'refused'], null]);
  });

  it('the last mail of a closed account loses its address when an event brings the answer that was lost', async () => {
    const mailId = await orderLast();
    mailbox.plantFault('drop-after', { times: 1 });
    await runMailJob(portal, mailId);
    expect(await recipientOf(mailId)).toContain('@');
    const [taken] = listTaken(portal, mailId);
    await tellEvent(portal, taken as StoredMail, 'delivery');

    expect([await stateOf(mailId), await recipientOf(mailId)]).toEqual([['delivered', null], null]);
  });

  it.each(['waiting', 'uncertain'])(
    'the last mail of a closed account loses its address when the sweep parks its job in the state %s',
    async (state) => {
      const mailId = await orderLast();
      await portal.connection.update(mails).set({ state }).where(eq(mails.id, mailId));
      const { database } = await import('#local/seed/whole-database.ts');
      await database.jobs.park({ kind: 'account-mail', key: mailId }, 'It was given up.', new Date());

      expect(await readMail(portal, mailId)).toMatchObject({
        state: state === 'waiting' ? 'failed' : 'uncertain',
        reason: 'given-up',
        recipient: null,
      });
      expect((await readMailJob(portal, mailId))?.state).toBe('failed');
    },
  );
});

describe('a call of SES that fails', () => {
  const orderNotice = async () => {
    const { userId, email } = await addVerified(portal);

    return orderMail(portal, { kind: 'password-changed', userId, recipient: email });
  };

  it('a mail whose answer was lost is sent again after ten minutes and not before', async () => {
    const mailId = await orderNotice();
    mailbox.plantFault('drop-after', { times: 1 });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['uncertain', null]);
    await portal.connection.update(jobs).set({ not_before: null }).where(eq(jobs.key, mailId));
    await runMailJob(portal, mailId);
    expect(listTaken(portal, mailId)).toHaveLength(1);
    const job = await readMailJob(portal, mailId);
    const { tried_at } = (await readMail(portal, mailId)) ?? {};
    expect(job?.attempts).toBe(1);
    expect(Date.parse(job?.not_before ?? '') - Date.parse(tried_at ?? '')).toBe(600_000);

    await endUncertainWait(portal, mailId);
    await runMailJob(portal, mailId);
    expect(listTaken(portal, mailId)).toHaveLength(2);
    expect(await stateOf(mailId)).toEqual(['sent', null]);
  });

  it.each(['TooManyRequestsException', 'AccountSuspendedException', 'NotFoundException'] as const)(
    'a mail waits and is tried again after a fault of our account: %s',
    async (fault) => {
      const mailId = await orderNotice();
      mailbox.plantFault(fault, { times: 1 });
      await runMailJob(portal, mailId);

      expect(await stateOf(mailId)).toEqual(['waiting', null]);
      expect(await readMailJob(portal, mailId)).toMatchObject({ state: 'queued', attempts: 1 });
      await portal.connection.update(jobs).set({ not_before: null }).where(eq(jobs.key, mailId));
      await runMailJob(portal, mailId);
      expect(listTaken(portal, mailId)).toHaveLength(1);
    },
  );

  it('a mail that SES refuses is parked as rejected, and sent when somebody starts its job again', async () => {
    const mailId = await orderNotice();
    mailbox.plantFault('MessageRejected', { times: 1 });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['rejected', 'refused']);
    const job = await readMailJob(portal, mailId);
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('Amazon SES') });
    const { database } = await import('#local/seed/whole-database.ts');
    await database.jobs.restart(job?.id ?? 0, new Date());
    await runMailJob(portal, mailId);
    expect(await stateOf(mailId)).toEqual(['sent', null]);
  });

  it('a notice whose mails are not taken for a day is parked as failed', async () => {
    const mailId = await orderNotice();
    const aDayAgo = new Date(Date.now() - 24 * HOUR_MS + 60_000).toISOString();
    await portal.connection
      .update(jobs)
      .set({ attempts: 30, first_tried_at: aDayAgo })
      .where(eq(jobs.key, mailId));
    mailbox.plantFault('SendingPausedException', { times: 1 });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['failed', 'given-up']);
    expect((await readMailJob(portal, mailId))?.state).toBe('failed');
  });
});

describe('a business mail', () => {
  it('an invoice goes to the verified address with its PDF, its amount, all that is owed, and how to pay', async () => {
    const { userId, email } = await addVerified(portal);
    const [invoiceId = 0] = await addPrintedInvoices(portal, userId, 2);
    const mailId = await orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } });
    expect(await runMailJob(portal, mailId)).toBeUndefined();

    const [mail] = mailbox.listMailsTo(email);
    expect(mail?.subject).toMatch(/^Invoice INV-TEST-\S+ from OW Connect, R 863,00, due 30 November/);
    expect(mail?.text).toMatch(/^In total you owe: R\s1\s726,00$/m);
    expect(mail?.text).toContain('Account number: ');
    expect(mail?.attachments).toMatchObject([{ name: 'invoice.pdf', type: 'application/pdf' }]);
    expect(Buffer.from(mailbox.readAttachment(mail?.id ?? '', 0)).toString()).toBe('%PDF-');
    expect((await readMail(portal, mailId))?.recipient).toBe(email);
  });

  it('an invoice that has become void is not mailed', async () => {
    const { userId } = await addVerified(portal);
    const [invoiceId = 0] = await addPrintedInvoices(portal, userId);
    await portal.connection.update(invoices).set({ status: 'void' }).where(eq(invoices.id, invoiceId));
    const mailId = await orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['skipped', 'outdated']);
  });

  it.each([
    ['was noticed', { file_name: null, google_drive_file_id: null }],
    ['is noticed by the mail', { google_drive_file_id: '1GoneFromTheDrive' }],
  ])('an invoice is not mailed without its PDF, whose loss %s', async (_, lost) => {
    const { userId } = await addVerified(portal);
    const [invoiceId = 0] = await addPrintedInvoices(portal, userId);
    await portal.connection.update(invoices).set(lost).where(eq(invoices.id, invoiceId));
    const mailId = await orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } });
    await runMailJob(portal, mailId);

    expect(await stateOf(mailId)).toEqual(['skipped', 'no-pdf']);
    expect((await readMailJob(portal, mailId))?.state).toBe('completed');
    expect(listTaken(portal, mailId)).toEqual([]);
  });

  it('an invoice waits for a drive that does not answer', async () => {
    const { userId } = await addVerified(portal);
    const [invoiceId = 0] = await addPrintedInvoices(portal, userId);
    const mailId = await orderMail(portal, { kind: 'invoice', userId, about: { invoiceId } });
    // Refused twice, because Google's client calls again with a new token.
    portal.drive.failNext('files.download', 403, 2);
    await runMailJob(portal, mailId);
    expect(await stateOf(mailId)).toEqual(['waiting', null]);

    await endUncertainWait(portal, mailId);
    await runMailJob(portal, mailId);
    expect(await stateOf(mailId)).toEqual(['sent', null]);
  });

  it('a mail about an answered ticket names it on one line, and no ticket of somebody else', async () => {
    const { userId, email } = await addVerified(portal);
    const { id: ticketId } = await addTicketCopy(portal, { userId, ticket: { subject: 'No\r\nsignal' } });
    const mailId = await orderMail(portal, { kind: 'ticket-answered', userId, about: { ticketId } });
    await runMailJob(portal, mailId);

    expect(mailbox.listMailsTo(email)[0]?.subject).toBe('We answered your ticket: No signal');
    const stranger = await addVerified(portal);
    const foreign = await orderMail(portal, {
      kind: 'ticket-answered',
      userId: stranger.userId,
      about: { ticketId },
    });
    await runMailJob(portal, foreign);
    expect(await stateOf(foreign)).toEqual(['skipped', 'outdated']);
  });
});

it.each([
  ['waiting', 'failed'],
  ['uncertain', 'uncertain'],
])('a mail that is %s when its message is a dead letter is %s and given up', async (state, left) => {
  const { userId, email } = await addVerified(portal);
  const { database } = await import('#local/seed/whole-database.ts');
  const mailId = await orderMail(portal, { kind: 'reset', userId, recipient: email });
  const otherId = await orderMail(portal, { kind: 'reset', userId, recipient: email });
  await portal.connection.update(mails).set({ state }).where(eq(mails.user_id, userId));

  await database.jobs.park({ kind: 'account-mail', key: mailId }, 'No.', new Date());

  expect((await readMailJob(portal, mailId))?.state).toBe('failed');
  expect(await stateOf(mailId)).toEqual([left, 'given-up']);
  expect(await stateOf(otherId)).toEqual([state, null]);
});

it('the mails of a deleted account that wait are gone with their jobs', async () => {
  const { userId, email } = await addVerified(portal);
  const mailId = await orderMail(portal, { kind: 'password-changed', userId, recipient: email });
  const { database } = await import('#local/seed/whole-database.ts');
  await database.transaction(({ users }) =>
    users.delete(userId, { queuesContact: false, now: new Date() } as never),
  );
  await runMailJob(portal, mailId);

  expect(await readMail(portal, mailId)).toBeUndefined();
  expect(await readMailJob(portal, mailId)).toBeUndefined();
  expect(mailbox.listMailsTo(email)).toEqual([]);
  expect(await portal.connection.select().from(mails).where(eq(mails.user_id, userId))).toEqual([]);
});
