import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { Debtor } from '#shared/contract/ledger-statements.ts';
import { dayAfter } from '#shared/dates.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { cookie: string; userId: number };

const daysAgo = (days: number) => dayAfter(new Date(), -days);
const NO_AGEING = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };
const FILLERS = 40;

/** The User_Id of each client by a name of the test. */
const ids: Record<string, number> = {};

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  const add = async (name: string, user: Parameters<typeof addUser>[1] = {}) => {
    ids[name] = await addUser(portal, { User_Name: name, User_Surname: 'Nkosi', ...user });

    return writeAccount(portal, ids[name]);
  };

  // Forty clients who owe R 1 each since the same day, for the pages.
  for (let index = 0; index < FILLERS; index += 1) {
    await (await add(`filler-${index}`)).issue(daysAgo(20), 100, daysAgo(10));
  }
  const old = await add('old');
  await old.issue(daysAgo(130), 5_000, daysAgo(100));
  await old.issue(daysAgo(50), 7_000, daysAgo(45));
  await old.pay(daysAgo(120), 1_000);
  await old.reverse(daysAgo(5), await old.pay(daysAgo(9), 3_000));
  const large = await add('large');
  await large.issue(daysAgo(3), 900_000, dayAfter(new Date(), 4));
  const paid = await add('paid');
  await paid.issue(daysAgo(30), 4_000, daysAgo(20));
  await paid.pay(daysAgo(1), 5_000);
  const gone = await add('gone');
  await gone.issue(daysAgo(200), 4_000, daysAgo(190));
  await portal.call('DELETE', `/api/admin/users/${ids.gone}`, admin);
  await add('before', { User_Debit: '-33.30', User_Date: '2020-01-01T08:00:00.000Z' });
});
afterAll(() => portal.stop());

const list = async (query = '') => (await portal.call('GET', `/api/admin/debtors${query}`, admin)).body;
const namesOf = ({ debtors }: { debtors: Debtor[] }) => debtors.map(({ name }) => name.split(' ')[0]);

describe('the list of debtors', () => {
  it('the list of debtors shows what a client owes by age, since when, and the last payment that was not reversed', async () => {
    const { debtors } = await list();

    expect(debtors.find(({ userId }: Debtor) => userId === ids.old)).toEqual({
      userId: ids.old,
      name: 'old Nkosi',
      OWNumber: expect.stringMatching(/^OW\d+$/),
      due: 110,
      ageing: { ...NO_AGEING, days60: 70, older: 40 },
      credit: 0,
      oldestDueDate: daysAgo(100),
      lastPaymentDate: daysAgo(120),
    });
    expect(debtors.find(({ userId }: Debtor) => userId === ids.before)).toMatchObject({
      due: 33.3,
      ageing: { ...NO_AGEING, older: 33.3 },
      oldestDueDate: '2020-01-01',
      lastPaymentDate: null,
    });
  });

  it('the list of debtors is sorted by age, the oldest debt first, and by amount, the largest first', async () => {
    expect(namesOf(await list()).slice(0, 4)).toEqual(['before', 'old', 'filler-0', 'filler-1']);
    expect(namesOf(await list('?page=2')).at(-1)).toBe('large');
    expect(namesOf(await list('?sort=amount')).slice(0, 4)).toEqual(['large', 'old', 'before', 'filler-0']);
  });

  it.each(['age', 'amount'])(
    'sorted by %s has each debtor once on its pages, and the count on each',
    async (sort) => {
      const pages = [await list(`?sort=${sort}`), await list(`?sort=${sort}&page=2`)];

      expect(pages.map(({ debtors, total }) => [debtors.length, total])).toEqual([
        [30, 43],
        [13, 43],
      ]);
      const found = pages.flatMap(({ debtors }) => debtors.map(({ userId }: Debtor) => userId));
      expect(new Set(found).size).toBe(43);
      expect(found).not.toContain(ids.paid);
      expect(found).not.toContain(ids.gone);
      expect(await list(`?sort=${sort}&page=9`)).toEqual({ debtors: [], total: 43, page: 9, limit: 30 });
    },
  );

  it('the sums of debtors cover all pages of the list', async () => {
    const { debtors } = await list('?limit=60');
    const { body } = await portal.call('GET', '/api/admin/debtors/sums', admin);

    const sumOf = (read: (debtor: Debtor) => number) =>
      debtors.reduce((cents: number, debtor: Debtor) => cents + Math.round(read(debtor) * 100), 0) / 100;
    expect(body).toEqual({
      notDue: sumOf(({ ageing }) => ageing.notDue),
      days30: sumOf(({ ageing }) => ageing.days30),
      days60: sumOf(({ ageing }) => ageing.days60),
      days90: sumOf(({ ageing }) => ageing.days90),
      older: sumOf(({ ageing }) => ageing.older),
      total: sumOf(({ due }) => due),
    });
    expect(body.total).toBe(9_183.3);
  });

  it('pages of debtors that an admin reads are audited once a minute', async () => {
    const other = await addCaller(portal, 'admin');
    await portal.call('GET', '/api/admin/debtors', other);
    await portal.call('GET', '/api/admin/debtors?page=2', other);

    const rows = await portal.connection.select().from(auditLog).where(eq(auditLog.actor_id, other.userId));
    expect(rows.map(({ action }) => action)).toEqual(['ledger.debtors']);
  });
});
