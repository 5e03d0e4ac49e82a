import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDebtorStore } from '#functions/adapters/database/debtors/sql-debtor-store.ts';
import { DEBTOR_SORTS } from '#shared/contract/limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { continueHistories, HISTORY_END, writeHistories } from '#test/support/ledger/account-histories.ts';
import { closeAccount } from '#test/support/ledger/close-account.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const ALL = { offset: 0, limit: 100 };
const ACCOUNTS = 14;
const DELETED = 4;

let portal: TestPortal;
let admin: { cookie: string };
let userIds: number[];

/** What the lists show of the last day of the histories, either as today's or as those of a past day. */
const readLists = async (isPast: boolean) => {
  const debtors = makeDebtorStore(portal.connection);
  const on = { day: HISTORY_END, isPast };
  const filter = { ...on, terms: [] };
  const bySort: Record<string, unknown[]> = {};
  for (const sort of [undefined, ...DEBTOR_SORTS]) {
    bySort[sort ?? 'usual'] = (
      await debtors.list(filter, { ...ALL, sort, direction: undefined }, undefined)
    ).debtors;
  }

  return {
    bySort,
    overdue: await debtors.list({ ...filter, overdue: true, min: 100 }, { ...ALL, sort: 'due' }, undefined),
    sums: (await debtors.sum(filter, undefined)).ageing,
    credits: await debtors.listCredits(on, ALL, undefined),
  };
};

let before: Awaited<ReturnType<typeof readLists>>;
let after: Awaited<ReturnType<typeof readLists>>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  userIds = await writeHistories(portal, { accounts: ACCOUNTS, steps: 10 });
  before = await readLists(false);
  await continueHistories(portal, userIds, { steps: 8, until: '2026-11-20' });
  after = await readLists(true);
  for (const userId of userIds.slice(0, DELETED)) {
    await closeAccount(portal, admin, userId, '2026-11-20');
  }
});
afterAll(() => portal.stop());

const get = async (path: string) => (await portal.call('GET', `/api/admin/${path}`, admin)).body;

describe('lists as at a past day', () => {
  it('debtors, their sums and the clients in credit are as their lists were on that day, in every order', () => {
    expect(before.bySort.usual?.length).toBeGreaterThan(3);
    expect(before.credits.clients.length).toBeGreaterThan(1);
    expect(after).toEqual(before);
  });

  it.each([HISTORY_END, '2025-06-30', '2026-11-10', dayAfter(new Date(), 0)])(
    'what the control account says of %s is owed, credit and of closed accounts is the sum of both lists',
    async (day) => {
      const account = await get(`ledger/totals?from=${day}&to=${day}`);

      expect((await get(`debtors/sums?asAt=${day}`)).total).toBe(account.owed);
      expect((await get(`credits?asAt=${day}`)).sum).toBe(account.credit);
      const [{ closedAccounts: owed }, { closedAccounts: credit }] = [
        await get(`debtors/sums?asAt=${day}`),
        await get(`credits?asAt=${day}`),
      ];
      expect((owed?.total ?? 0) - credit).toBeCloseTo(account.closedAccounts, 2);
      expect(account).toMatchObject({ agrees: true });
    },
  );

  it('a past day has the balances of clients deleted since in closed accounts, and in no list', async () => {
    const deleted = new Set(userIds.slice(0, DELETED));
    const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0) / 100;
    const { debtors } = await get(`debtors?asAt=${HISTORY_END}`);
    const owedBy = (
      await makeDebtorStore(portal.connection).list(
        { day: HISTORY_END, isPast: true, terms: [] },
        ALL,
        undefined,
      )
    ).debtors;

    expect(debtors.some(({ userId }: { userId: number }) => deleted.has(userId))).toBe(false);
    expect(owedBy).toEqual(
      before.bySort.usual?.filter((debtor) => !deleted.has((debtor as { userId: number }).userId)),
    );
    const isGone = ({ userId }: { userId: number }) => deleted.has(userId);
    const gone = (before.bySort.usual as typeof owedBy).filter(isGone);
    const closed =
      sumOf(gone.flatMap(({ ageing }) => Object.values(ageing))) -
      sumOf(before.credits.clients.filter(isGone).map(({ creditCents }) => creditCents));
    expect(closed).not.toBe(0);
    expect((await get(`ledger/totals?from=${HISTORY_END}&to=${HISTORY_END}`)).closedAccounts).toBeCloseTo(
      closed,
      2,
    );
  });

  it('the files are named after the day, with the company first, amounts with two decimals and the credit', async () => {
    const debtors = await portal.call('GET', `/api/admin/debtors.csv?asAt=${HISTORY_END}&sort=due`, admin);
    const credits = await portal.call('GET', `/api/admin/credits.csv?asAt=${HISTORY_END}`, admin);

    expect(debtors.headers.get('content-disposition')).toBe(
      `attachment; filename=debtors-${HISTORY_END}.csv`,
    );
    expect(credits.headers.get('content-disposition')).toBe(
      `attachment; filename=clients-in-credit-${HISTORY_END}.csv`,
    );
    const [debtor] = readCsvRecords(debtors.body);
    expect(Object.keys(debtor ?? {}).slice(0, 3)).toEqual(['Company', 'Name', 'OW number']);
    expect(debtor).toMatchObject({ Owed: expect.stringMatching(/^\d+\.\d\d$/), Credit: '0.00' });
    expect(readCsvRecords(credits.body)[0]).toEqual({
      Company: '',
      Name: expect.any(String),
      'OW number': expect.stringMatching(/^OW/),
      Credit: expect.stringMatching(/^\d+\.\d\d$/),
      Since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it('the clients in credit come with the most first, page by page, and the sum of all', async () => {
    const all = await get('credits');
    const amounts = all.clients.map(({ credit }: { credit: number }) => credit);

    expect(all).toMatchObject({ total: amounts.length, page: 1, limit: 30 });
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => b - a));
    expect(Math.round(all.sum * 100)).toBe(
      amounts.reduce((sum: number, credit: number) => sum + Math.round(credit * 100), 0),
    );
    expect(await get('credits?page=2')).toEqual({ ...all, clients: [], page: 2 });
  });

  it.each(['debtors', 'debtors/sums', 'debtors.csv', 'credits', 'credits.csv'])(
    '%s of a day that has not come is refused at its field',
    async (path) => {
      const day = dayAfter(new Date(), 2);

      expect(await portal.call('GET', `/api/admin/${path}?asAt=${day}`, admin)).toMatchObject({
        status: 400,
        body: { fields: { asAt: 'The date must not be in the future.' } },
      });
    },
  );
});
