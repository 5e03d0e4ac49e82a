import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog, idempotencyKeys, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addVerified, runMailJob } from '#test/support/mails/mail-jobs.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

type Caller = Awaited<ReturnType<typeof addCaller>>;

let portal: TestPortal;
let admin: Caller;
let money: ReturnType<typeof moneyCalls>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
});
afterAll(() => portal.stop());
// The statements of a day are counted for all clients together.
beforeEach(() => portal.connection.delete(throttleCounters));

const MONTH = { from: '2026-10-01', to: '2026-10-31' };

const order = (
  userIds: readonly number[],
  { by = admin, key, ...period }: { by?: Caller; key?: string; from?: string; to?: string } = {},
) =>
  portal.call('POST', '/api/admin/statement-mails', {
    ...by,
    body: { userIds, ...MONTH, ...period },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

const listStatements = (userIds: readonly number[]) =>
  portal.connection
    .select()
    .from(mails)
    .where(and(inArray(mails.user_id, [...userIds]), eq(mails.kind, 'statement')));

const addClients = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  while (ids.length < count) {
    ids.push((await addVerified(portal)).userId);
  }

  return ids;
};

const sendStatement = async (userId: number) => {
  const [mail] = await listStatements([userId]);
  await runMailJob(portal, mail?.id ?? '');
};

describe('an order of statements', () => {
  it('one that an administrator orders for clients gives each a mail, its job and an audit row', async () => {
    const [one = 0, other = 0] = await addClients(2);

    expect(await order([other, one])).toMatchObject({ status: 202, body: { ordered: 2, skipped: [] } });

    const stored = await listStatements([one, other]);
    expect(stored).toHaveLength(2);
    expect(stored).toContainEqual(
      expect.objectContaining({
        user_id: one,
        key: `statement:${one}:${MONTH.from}:${MONTH.to}`,
        about: MONTH,
        state: 'waiting',
        recipient: null,
      }),
    );
    const queued = await portal.connection
      .select()
      .from(jobs)
      .where(
        inArray(
          jobs.key,
          stored.map(({ id }) => id),
        ),
      );
    expect(queued).toMatchObject([
      { kind: 'business-mail', state: 'queued' },
      { kind: 'business-mail', state: 'queued' },
    ]);
    const audited = await portal.connection
      .select({ actor: auditLog.actor_id, record: auditLog.record })
      .from(auditLog)
      .where(eq(auditLog.action, 'mails.statements'))
      .orderBy(auditLog.record);
    expect(audited).toEqual(
      [one, other].map((userId) => ({ actor: admin.userId, record: `statement of user ${userId}` })),
    );
  });

  it('names each client who gets none, with the reason that the history of mails gives', async () => {
    const verified = await addVerified(portal);
    const unverified = await addUser(portal, {});
    const off = await addVerified(portal, { User_Mailer_Email: false });
    const inactive = await addVerified(portal, { User_Status: 0 });
    const blocked = await addVerified(portal);
    await portal.connection
      .insert(mailBlocks)
      .values({ user_id: blocked.userId, address: blocked.email, reason: 'bounce' });
    const missing = 2_000_000_000;
    const userIds = [unverified, verified.userId, off.userId, blocked.userId, inactive.userId, missing];

    const { body } = await order(userIds);

    expect(body).toEqual({
      ordered: 1,
      skipped: [
        { userId: unverified, reason: 'The address is not verified' },
        { userId: off.userId, reason: 'Mail is switched off' },
        { userId: blocked.userId, reason: 'The address is blocked' },
        { userId: inactive.userId, reason: 'There is no such active account' },
        { userId: missing, reason: 'There is no such active account' },
      ],
    });
    expect(await listStatements(userIds)).toMatchObject([{ user_id: verified.userId }]);
  });

  it('a client gets one statement a day, whatever its period', async () => {
    const [userId = 0] = await addClients(1);
    await order([userId]);

    const { body } = await order([userId], { from: '2026-09-01' });

    expect(body).toEqual({
      ordered: 0,
      skipped: [{ userId, reason: 'A statement was already ordered today' }],
    });
    expect(await listStatements([userId])).toHaveLength(1);
  });

  it('a statement that was ordered on another day is not ordered again, and one of another period is', async () => {
    const [userId = 0] = await addClients(1);
    await order([userId]);
    await portal.connection
      .update(mails)
      .set({ created_at: new Date(Date.now() - 24 * 60 * 60_000).toISOString() })
      .where(eq(mails.user_id, userId));

    expect((await order([userId])).body).toEqual({
      ordered: 0,
      skipped: [{ userId, reason: 'This statement was already ordered' }],
    });
    expect((await order([userId], { from: '2026-09-01' })).body).toEqual({ ordered: 1, skipped: [] });
  });

  it('two administrators who order for the same clients at once send each client one mail', async () => {
    const other = await addCaller(portal, 'admin');
    const userIds = await addClients(12);

    const answers = await Promise.all([
      order(userIds),
      order([...userIds].reverse(), { by: other, from: '2026-09-01' }),
      order(userIds, { by: other }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(answers.map(({ body }) => body.ordered).sort()).toEqual([0, 0, 12]);
    expect(await listStatements(userIds)).toHaveLength(12);
  });

  it('the same order pressed twice is answered alike and orders once', async () => {
    const [userId = 0] = await addClients(1);
    const key = crypto.randomUUID();

    const answers = await Promise.all([order([userId], { key }), order([userId], { key })]);

    expect(answers.map(({ body }) => body)).toEqual([
      { ordered: 1, skipped: [] },
      { ordered: 1, skipped: [] },
    ]);
    expect(await listStatements([userId])).toHaveLength(1);
  });

  it('the kept answer of an order goes with the first of its clients, and its key then orders nothing twice', async () => {
    const [userId = 0] = await addClients(1);
    const leaving = await addUser(portal, {});
    const key = crypto.randomUUID();
    const first = await order([userId, leaving], { key });
    expect(first.body).toMatchObject({ ordered: 1, skipped: [{ userId: leaving }] });

    await portal.call('DELETE', `/api/admin/users/${leaving}`, admin);

    const kept = await portal.connection.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    expect(kept).toEqual([]);
    expect((await order([userId, leaving], { key })).body).toEqual({
      ordered: 0,
      skipped: [
        { userId: leaving, reason: 'There is no such active account' },
        { userId, reason: 'A statement was already ordered today' },
      ],
    });
    expect(await listStatements([userId])).toHaveLength(1);
  });

  it('an order that would make it more than 500 a day is refused as a whole, and a smaller one is not', async () => {
    const userIds = await addClients(3);
    await order(userIds.slice(0, 1));
    await portal.connection.update(throttleCounters).set({ count: 499 });

    const refused = await order(userIds.slice(1));

    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await listStatements(userIds)).toHaveLength(1);
    expect((await order(userIds.slice(1, 2))).body).toEqual({ ordered: 1, skipped: [] });
  });

  const allowed = async () => (await addClients(1))[0] ?? 0;

  it.each<[string, () => Promise<[number[], object?]>, number, string]>([
    ['201 clients', async () => [Array.from({ length: 201 }, (_, at) => 1_000_000 + at)], 400, 'userIds'],
    ['no client', async () => [[]], 400, 'userIds'],
    [
      'a client who is named twice',
      async () => {
        const userId = await allowed();

        return [[userId, userId]];
      },
      400,
      'userIds',
    ],
    ['an administrator', async () => [[await allowed(), admin.userId]], 400, 'userIds'],
    ['a period that ends before it begins', async () => [[await allowed()], { to: '2026-09-30' }], 400, 'to'],
    [
      'a period of more than five years',
      async () => [[await allowed()], { from: '2021-10-31', to: '2026-10-31' }],
      422,
      'to',
    ],
  ])('an order with %s is refused at its field and orders nothing', async (_, make, status, field) => {
    const [userIds, period] = await make();

    const answer = await order(userIds, period);

    expect(answer).toMatchObject({ status, body: { fields: { [field]: expect.any(String) } } });
    expect(await listStatements(userIds)).toEqual([]);
  });
});

describe('the mail of a statement', () => {
  it('it says the balances of its period, and what to pay as it is when it is sent', async () => {
    const { userId, email } = await addVerified(portal);
    const { body: invoice } = await money.issue(userId, 563);
    await order([userId], { from: dayFromToday(-30), to: dayFromToday(0) });
    await money.pay(userId, { amount: 63 });

    await sendStatement(userId);

    const { subject, text } = await portal.mailbox.waitForMail(email, /Statement/);
    const words = text.replaceAll('\u00a0', ' ');
    expect(subject.replaceAll('\u00a0', ' ')).toBe('Statement from OW Connect, you owe R 500,00');
    expect(words).toContain('Opening balance: R 0,00\nClosing balance: R 500,00');
    expect(words).toContain('Not yet due: R 500,00');
    expect(words).toMatch(/By \d+ \w+( \d+)?: R 500,00\n/);
    expect(words).toContain('Account number:');
    expect(words).toContain(`/client?section=statement&from=${dayFromToday(-30)}&to=${dayFromToday(0)}`);
    expect(words).not.toContain(invoice.invoiceNumber);
    expect(await listStatements([userId])).toMatchObject([{ state: 'sent', recipient: email }]);
  });

  it('it is in the history of mails as a statement', async () => {
    const [userId = 0] = await addClients(1);
    await order([userId]);

    const { body } = await portal.call('GET', `/api/admin/users/${userId}/mails`, admin);

    expect(body).toMatchObject([{ kind: 'statement', subject: 'Statement', state: 'waiting' }]);
  });

  it('it is skipped if the client switched mails off after the order', async () => {
    const [userId = 0] = await addClients(1);
    await order([userId]);
    await portal.connection.update(users).set({ User_Mailer_Email: false }).where(eq(users.User_Id, userId));

    await sendStatement(userId);

    expect(await listStatements([userId])).toMatchObject([{ state: 'skipped', reason: 'switched-off' }]);
  });

  it('it is not sent to a client who was deleted after the order', async () => {
    const { userId, email } = await addVerified(portal);
    await order([userId]);
    const [mail] = await listStatements([userId]);
    await portal.call('DELETE', `/api/admin/users/${userId}`, admin);

    expect(await runMailJob(portal, mail?.id ?? '')).toBeUndefined();

    expect(await listStatements([userId])).toEqual([]);
    expect(portal.ses.listMails().filter(({ to }) => to.includes(email))).toEqual([]);
  });
});
