import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { SQSClient } from '@aws-sdk/client-sqs';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens, mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { RESET_ASKED } from '#shared/contract/links.ts';
import { emptyQueue, receiveMessages } from '#test/support/faults/queues.ts';
import { addCanary, addLink, linkCalls, listAudit, listMails } from '#test/support/links/links.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

beforeEach(async () => {
  await portal.connection.delete(throttleCounters);
});

const ask = (email: unknown) => linkCalls(portal).ask(email);

const newEmail = () => `${crypto.randomUUID()}@example.com`;

const addAccount = async ({
  email = newEmail(),
  ...change
}: Parameters<typeof addUser>[1] & { email?: string } = {}) => ({
  email,
  userId: await addUser(portal, { User_Email: email, ...change }),
});

describe('asking for a link for a new password', () => {
  it('a portal that sends mail offers a link for a new password', async () => {
    expect((await portal.call('GET', '/api/auth-options')).body).toMatchObject({ passwordReset: true });
  });

  it('a request for a link orders a mail to the address as the account has it, with a job and an audit row', async () => {
    const { userId, email } = await addAccount({ email: `Lerato.${newEmail()}` });

    const { status, body } = await ask(email.toUpperCase());

    expect(status).toBe(202);
    expect(body).toEqual({ message: RESET_ASKED });
    expect(await listMails(portal, userId)).toEqual([
      { kind: 'reset', recipient: email, about: {}, job: 'queued' },
    ]);
    expect(await listAudit(portal, userId)).toEqual([
      { action: 'links.request-reset', actor: null, changes: [] },
    ]);
  });

  it('a request for a link sends the job of its mail, which names the mail and nothing else', async () => {
    const queueUrl = process.env.ACCOUNT_MAIL_QUEUE_URL ?? '';
    const { userId, email } = await addAccount();
    await emptyQueue(queueUrl);
    await ask(email);

    const [mail] = await portal.connection.select().from(mails).where(eq(mails.user_id, userId));
    const [job] = await portal.connection
      .select()
      .from(jobs)
      .where(eq(jobs.key, mail?.id ?? ''));
    expect(mail?.key).toBe(`reset:${mail?.id}`);
    expect(job).toMatchObject({ kind: 'account-mail', payload: { mailId: mail?.id } });
    const sent = await receiveMessages(queueUrl);
    expect(JSON.stringify(sent)).toContain(mail?.id);
  });

  it('an unknown address gets the same mail and job, without account and address', async () => {
    const before = await listMails(portal, null);
    const email = newEmail();
    const { status, body } = await ask(email);

    expect({ status, body }).toEqual({ status: 202, body: { message: RESET_ASKED } });
    expect((await listMails(portal, null)).slice(before.length)).toEqual([
      { kind: 'reset', recipient: null, about: {}, job: 'queued' },
    ]);
    expect(JSON.stringify(await portal.connection.select().from(mails))).not.toContain(email);
  });
});

/** Asks, and returns the answer with the statements and the messages that were sent for it. */
const sendStatements = async (email: string) => {
  const spy = vi.spyOn(RDSDataClient.prototype, 'send');
  const sent = vi.spyOn(SQSClient.prototype, 'send');
  const { status, body } = await ask(email);
  const statements = spy.mock.calls.map(([command]) => {
    if (!(command instanceof ExecuteStatementCommand)) {
      return command.constructor.name;
    }
    const { sql, parameters = [], transactionId } = command.input;

    return { sql, parameters: parameters.map(({ name, typeHint }) => ({ name, typeHint })), transactionId };
  });
  spy.mockRestore();
  const messages = sent.mock.calls.length;
  sent.mockRestore();

  return { status, body, statements, messages };
};

describe('what nobody can find out by asking for a link', () => {
  it('known, unknown, inactive and blocked addresses send the same statements and get the same answer', async () => {
    const known = await addAccount();
    const inactive = await addAccount({ User_Status: 0 });
    const blocked = await addAccount();
    await portal.connection
      .insert(mailBlocks)
      .values({ user_id: blocked.userId, address: blocked.email, reason: 'bounce' });
    const admin = await addAccount({ user_role: 'admin' });

    const unknown = await sendStatements(newEmail());

    expect(unknown.status).toBe(202);
    expect(unknown.statements).toHaveLength(3);
    for (const { email } of [known, inactive, blocked, admin]) {
      expect(await sendStatements(email)).toEqual(unknown);
    }
  });

  it("the canary's address is treated as an unknown one", async () => {
    const canary = await addCanary(portal);

    expect(await ask(canary)).toMatchObject({ status: 202 });
    expect(await listMails(portal, 0)).toEqual([]);
  });
});

describe('the limits of asking for a link', () => {
  it('the sixth request for an address in an hour is answered like the others, and orders nothing', async () => {
    const { userId, email } = await addAccount();
    const answers = [];
    for (const typed of [email, email.toUpperCase(), email, email, email, email, email.toUpperCase()]) {
      answers.push((await ask(typed)).status);
    }

    expect(answers).toEqual(Array(7).fill(202));
    expect(await listMails(portal, userId)).toHaveLength(5);
  });

  it('an address without an account has the same limits', async () => {
    const before = await countRows(portal, mails);
    const email = newEmail();
    for (let count = 0; count < 7; count += 1) {
      expect((await ask(email)).status).toBe(202);
    }

    expect(await countRows(portal, mails)).toBe(before + 5);
  });

  it('the thirty-first request of a network address in an hour is refused, whatever it types, with the time to wait', async () => {
    const askFrom = (address: string) =>
      postFrom(portal, address, '/api/password-reset', { User_Email: newEmail() });
    for (let count = 0; count < 30; count += 1) {
      expect((await askFrom('127.8.0.1')).status).toBe(202);
    }
    const before = await countRows(portal, mails);

    const refused = await askFrom('127.8.0.1');

    expect(refused.status).toBe(429);
    expect(refused.retryAfterSeconds).toBeGreaterThan(3500);
    expect(await countRows(portal, mails)).toBe(before);
    expect((await askFrom('127.8.0.2')).status).toBe(202);
  });

  it('the sixty-first request of a /24 in an hour is refused, from whichever of its addresses', async () => {
    const askFrom = (address: string) =>
      postFrom(portal, address, '/api/password-reset', { User_Email: newEmail() });
    for (let host = 1; host <= 60; host += 1) {
      expect((await askFrom(`127.8.1.${host}`)).status).toBe(202);
    }

    expect((await askFrom('127.8.1.61')).status).toBe(429);
    expect((await askFrom('127.8.2.1')).status).toBe(202);
  });

  describe('once five requests have named an address', () => {
    const askFiveTimes = async (change: Parameters<typeof addAccount>[0] = {}) => {
      const account = await addAccount(change);
      for (let count = 0; count < 5; count += 1) {
        await ask(account.email);
      }

      return account;
    };
    const VERIFIED = { email_verified_at: new Date().toISOString() };
    const finishMails = (userId: number) =>
      portal.connection.update(mails).set({ state: 'sent' }).where(eq(mails.user_id, userId));

    it('a verified address whose links have ended gets one more, and none while one holds', async () => {
      const { userId, email } = await askFiveTimes(VERIFIED);
      await ask(email);
      expect(await listMails(portal, userId)).toHaveLength(5);

      await finishMails(userId);
      await addLink(portal, 'reset', { userId, address: email });
      await ask(email);
      expect(await listMails(portal, userId)).toHaveLength(5);

      await portal.connection
        .update(linkTokens)
        .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
        .where(eq(linkTokens.user_id, userId));
      await ask(email);
      await ask(email);
      expect(await listMails(portal, userId)).toHaveLength(6);
    });

    it('an address that is not verified gets no mail beyond the limit', async () => {
      const { userId, email } = await askFiveTimes();
      await finishMails(userId);

      expect((await ask(email)).status).toBe(202);
      expect(await listMails(portal, userId)).toHaveLength(5);
    });

    it('known, unverified and unknown addresses beyond the limit send the same statements and as many messages', async () => {
      const verified = await askFiveTimes(VERIFIED);
      await finishMails(verified.userId);
      const unverified = await askFiveTimes();
      const unknown = newEmail();
      for (let count = 0; count < 5; count += 1) {
        await ask(unknown);
      }

      const answers = [];
      for (const email of [verified.email, unverified.email, unknown]) {
        answers.push(await sendStatements(email));
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    });
  });

  it('five mails are ordered when an address is typed from two hundred network addresses at once', async () => {
    const { userId, email } = await addAccount();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        postFrom(portal, `127.9.${index + 1}.1`, '/api/password-reset', { User_Email: email }),
      ),
    );

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(200);
    expect(new Set(answers.map(({ body }) => body.message))).toEqual(new Set([RESET_ASKED]));
    expect(await listMails(portal, userId)).toHaveLength(5);
  });

  it('no counter stores a typed address or a network address', async () => {
    const email = newEmail();
    await ask(email);

    const counters = JSON.stringify(await portal.connection.select().from(throttleCounters));
    expect(counters).not.toContain(email);
    expect(counters).not.toContain('127.0.0');
  });
});

describe('addresses of domains with other letters', () => {
  it('an address with a domain that looks like that of an account gets no link of this account', async () => {
    const { userId, email } = await addAccount();

    expect((await ask(email.replace('example', 'ex\u0430mple'))).status).toBe(202);
    expect(await listMails(portal, userId)).toEqual([]);
  });

  it('an address is found by either spelling of its domain, or as a link or a mail program writes it', async () => {
    const name = crypto.randomUUID();
    const { userId, email } = await addAccount({ email: `${name}@xn--mller-kva.co.za` });

    await ask(`${name}@müller.co.za`);
    await ask(`mailto:${name}@xn--mller-kva.co.za`);
    await ask(`Lerato <${name}@MÜLLER.co.za>`);
    expect((await listMails(portal, userId)).map(({ recipient }) => recipient)).toEqual([
      email,
      email,
      email,
    ]);
  });
});

describe('addresses that are refused', () => {
  it.each([
    ['a comment', 'lerato(home)@example.com'],
    ['a quoted name', '"lerato molefe"@example.com'],
    ['an international name', 'lérato@example.com'],
    ['a second address', 'lerato@example.com,eve@example.com'],
    ['a second address in a header', 'lerato@example.com\r\nBcc: eve@example.com'],
    ['a line break in the middle', 'lerato@exam\nple.com'],
    ['an encoded line break', 'lerato@example.com%0d%0aBcc:eve@example.com'],
    ['an encoded line break in a link', 'mailto:lerato@example.com%0d%0aBcc:eve@example.com'],
    ['two names', '<lerato@example.com> <eve@example.com>, x'],
    ['a null', 'lerato@example.com\0'],
    ['a long name', `${'x'.repeat(250)}@example.com`],
    ['nothing', ''],
    ['a list', ['lerato@example.com']],
    ['an object', { $ne: null }],
  ])('an address with %s is refused at its field, and nothing is ordered', async (_, User_Email) => {
    const before = await countRows(portal, mails);
    const { status, body } = await ask(User_Email);

    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual(['User_Email']);
    expect(await countRows(portal, mails)).toBe(before);
  });
});
