import { like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookClosings } from '#functions/database/schema/ledger-tables.ts';
import { idempotencyKeys } from '#functions/database/schema/system-tables.ts';
import { allRoutes, findRoute, type RouteId } from '#shared/contract/index.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

type Caller = Awaited<ReturnType<typeof addSignedInUser>>;

let portal: TestPortal;
let admin: Caller;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

const routesWithKey = allRoutes.filter(([, { keeps }]) => keeps).map(([id]) => id);

const NAME = 'Nomvulaplanted';
const SURNAME = 'Auditeeplanted';
const MOBILE = '+27829998877';

const addOwner = () =>
  addSignedInUser(portal, { User_Name: NAME, User_Surname: SURNAME, User_Mobile: MOBILE });

const readAccount = async (userId: number) => {
  const { body } = await portal.call('GET', `/api/admin/users/${userId}`, admin);

  return body;
};

/** Brings what a client owes, or has as credit, to nothing, because such a client is not deleted. */
const settle = async (userId: number) => {
  const { User_Debit } = await readAccount(userId);
  if (User_Debit > 0) {
    const refund = { amount: User_Debit, method: 'eft', reason: 'The client leaves' };
    await moneyCalls(portal, admin).refund(userId, refund);
  }
  if (User_Debit < 0) {
    await portal.call('POST', '/api/admin/write-offs', {
      ...admin,
      body: { userIds: [userId], reason: 'The client leaves', collection: 'One letter' },
    });
  }
  expect((await readAccount(userId)).User_Debit).toBe(0);
};

const remove = (userId: number) => portal.call('DELETE', `/api/admin/users/${userId}`, admin);

/** Reads what is kept under a key; a bulk act keeps more under keys that begin with it. */
const readKept = async (key: string): Promise<unknown[]> => {
  const rows = await portal.connection
    .select({ answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(like(idempotencyKeys.key, `${key}%`));

  return rows.map(({ answer }) => answer);
};

const RECORD_FIELDS = new Set([
  'amount',
  'totalAmount',
  'amountDue',
  'unallocated',
  'pricePerMonth',
  'msisdn',
  'simSerialNumber',
  'invoiceNumber',
  'creditNoteNumber',
]);

/** Lists the numbers and amounts of the records in an answer, each as it is written there. */
const listRecordValues = (answer: unknown): string[] =>
  typeof answer === 'object' && answer !== null
    ? Object.entries(answer).flatMap(([name, value]) =>
        RECORD_FIELDS.has(name) && value
          ? [JSON.stringify({ [name]: value }).slice(1, -1)]
          : listRecordValues(value),
      )
    : [];

/** Sends a request with a key for a new client, and returns what was answered and how to send it again. */
const sendWithKey = async (routeId: RouteId) => {
  const owner = await addOwner();
  const { OWNumber } = await readAccount(owner.userId);
  const request = await makeRequest(portal, routeId, owner);
  const { cookie } = findRoute(routeId).access === 'client' ? owner : admin;
  const key = crypto.randomUUID();
  const send = () =>
    portal.call(request.method, request.path, {
      cookie,
      headers: { 'idempotency-key': key },
      ...('body' in request && { body: request.body }),
    });
  const first = await send();
  expect(first.status).toBeLessThan(300);
  // What the bank wrote of a line stays (D63), and a retained invoice is nobody's (D11).
  const isOfNobody = routeId.startsWith('bank.') || routeId === 'payments.recover-retained';
  const ofRecords = isOfNobody ? [] : listRecordValues(first.body);
  const userId = `"userId":${owner.userId}`;

  return {
    owner,
    words: [NAME, SURNAME, owner.email, MOBILE, OWNumber, ...ofRecords],
    userId,
    key,
    send,
    first,
  };
};

describe('a kept answer', () => {
  it.each(routesWithKey)(
    'the one of %s goes with its client, and its key gets nothing of theirs back',
    async (id) => {
      const { owner, words, userId, key, send, first } = await sendWithKey(id);
      expect(await send()).toMatchObject({ status: first.status });
      await settle(owner.userId);

      expect(await remove(owner.userId)).toMatchObject({ status: 204 });

      const kept = JSON.stringify(await readKept(key));
      const { body } = await send();
      for (const word of words) {
        expect(kept).not.toContain(word);
        expect(JSON.stringify(body)).not.toContain(word);
      }
      expect(kept).not.toContain(userId);
    },
  );

  it('one of a moved payment goes with the client who had the payment, and with the one who made it', async () => {
    const one = await sendWithKey('payments.move');
    const other = await sendWithKey('payments.move');
    await settle(other.first.body.userId);

    await remove(one.owner.userId);
    await remove(other.first.body.userId);

    expect([await readKept(one.key), await readKept(other.key)]).toEqual([[], []]);
    expect([await one.send(), await other.send()]).toMatchObject([{ status: 404 }, { status: 404 }]);
  });

  it.each<[string, (named: Caller) => Promise<string>]>([
    [
      'reversed payment',
      async (named) => {
        const { body } = await moneyCalls(portal, named).pay(await addUser(portal, {}), { amount: 20 });

        return `/api/admin/payments/${body.id}/reversal`;
      },
    ],
    [
      'month that is opened',
      async ({ userId }) => {
        await portal.connection.update(bookClosings).set({ opened_at: sql`now()` });
        await portal.connection
          .insert(bookClosings)
          .values({ last_day: '1985-01-31', closed_at: sql`now()`, closed_by: userId, closed_by_name: NAME });

        return '/api/admin/closings/1985-01/opening';
      },
    ],
  ])('one of a %s goes with another administrator whom it names', async (_, prepare) => {
    const named = await addSignedInUser(portal, { user_role: 'admin', User_Name: NAME });
    const path = await prepare(named);
    const key = crypto.randomUUID();
    const body = { reason: 'Planted' };
    const first = await portal.call('POST', path, { ...admin, headers: { 'idempotency-key': key }, body });
    expect(JSON.stringify([first.body, await readKept(key)])).toMatch(new RegExp(`${NAME}.*${NAME}`));

    expect(await remove(named.userId)).toMatchObject({ status: 204 });

    expect(await readKept(key)).toEqual([]);
  });

  it('one whose write commits while its client is being deleted goes with the client', async () => {
    const owner = connectAsOwner();
    await owner.execute(sql`
      create function hold_answer() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(1); return new; end $$`);
    await owner.execute(sql`
      create trigger hold_answer before update on idempotency_keys for each row execute function hold_answer()`);
    const userId = await addUser(portal, {});
    const send = () =>
      portal.call('POST', `/api/admin/users/${userId}/services`, {
        ...admin,
        headers: { 'idempotency-key': 'planted-at-once' },
        body: { serviceCategory: 'Voice', msisdn: '0821112233' },
      });

    const { writing, deleting } = await owner.transaction(async (holder) => {
      await holder.execute(sql`select pg_advisory_xact_lock(1)::text`);
      const writing = send();
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      const deleting = remove(userId);
      await expect.poll(() => countBlockedStatements(portal)).toBe(2);

      return { writing, deleting };
    });
    expect([await writing, await deleting]).toMatchObject([{ status: 201 }, { status: 204 }]);
    await owner.execute(sql`drop function hold_answer cascade`);

    expect(await readKept('planted-at-once')).toEqual([]);
    expect(await send()).toMatchObject({ status: 404 });
  });

  it('a key keeps the answer to a request that names an id larger than any account has', async () => {
    const send = () =>
      portal.call('POST', '/api/admin/statement-mails', {
        ...admin,
        headers: { 'idempotency-key': 'planted-large-id' },
        body: { userIds: [Number.MAX_SAFE_INTEGER], from: '2026-11-01', to: '2026-11-30' },
      });
    const first = await send();

    expect(first.status).toBe(202);
    expect(await send()).toMatchObject({ status: 202, body: first.body });
  });
});
