import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { Debtor, DebtorSums } from '#shared/contract/debtors/ledger-statements.ts';
import { dayAfter } from '#shared/dates.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords, readCsvText } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { cookie: string; userId: number };

const daysAgo = (days: number) => dayAfter(new Date(), -days);
const NO_AGEING = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };
const FILLERS = 40;
const VERIFIED = { email_verified_at: '2026-01-01T08:00:00.000Z' };

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
  const old = await add('old', { ...VERIFIED, User_Org: 'Zebra Signs' });
  await old.issue(daysAgo(130), 5_000, daysAgo(100));
  await old.issue(daysAgo(50), 7_000, daysAgo(45));
  await old.pay(daysAgo(120), 1_000);
  await old.reverse(daysAgo(5), await old.pay(daysAgo(9), 3_000));
  const oldest = await add('Oldest', { ...VERIFIED, User_Org: 'acacia Homes', User_Mailer_Email: false });
  await oldest.issue(daysAgo(300), 500, daysAgo(290));
  const large = await add('large', { ...VERIFIED, User_Email: 'large@debtors.example' });
  await large.issue(daysAgo(3), 900_000, dayAfter(new Date(), 4));
  await portal.connection
    .insert(mailBlocks)
    .values({ user_id: ids.large ?? 0, address: 'large@debtors.example', reason: 'complaint' });
  const paid = await add('paid');
  await paid.issue(daysAgo(30), 4_000, daysAgo(20));
  await paid.pay(daysAgo(1), 5_000);
  const gone = await add('gone');
  await gone.issue(daysAgo(200), 4_000, daysAgo(190));
  await deleteSettled(portal, admin, ids.gone ?? 0);
  await add('before', { ...VERIFIED, User_Debit: '-33.30', User_Date: '2020-01-01T08:00:00.000Z' });
});
afterAll(() => portal.stop());

const list = async (query = '') => (await portal.call('GET', `/api/admin/debtors${query}`, admin)).body;
const sums = async (query = ''): Promise<DebtorSums> =>
  (await portal.call('GET', `/api/admin/debtors/sums${query}`, admin)).body;
const exported = (query = '') => portal.call('GET', `/api/admin/debtors.csv${query}`, admin);
const namesOf = ({ debtors }: { debtors: Debtor[] }) => debtors.map(({ name }) => name.split(' ')[0]);

/** The names of those who are no fillers, in the order of the list. */
const orderBy = async (query: string) =>
  namesOf(await list(`?limit=60&${query}`)).filter((name) => !name?.startsWith('filler'));

describe('the list of debtors', () => {
  it('the list of debtors shows who owes what by age, since when, the last payment that was not reversed, and if mails reach them', async () => {
    const { debtors } = await list();

    expect(debtors.find(({ userId }: Debtor) => userId === ids.old)).toEqual({
      userId: ids.old,
      name: 'old Nkosi',
      company: 'Zebra Signs',
      OWNumber: expect.stringMatching(/^OW\d+$/),
      due: 110,
      ageing: { ...NO_AGEING, days60: 70, older: 40 },
      credit: 0,
      oldestDueDate: daysAgo(100),
      lastPaymentDate: daysAgo(120),
      mail: 'on',
    });
    expect(debtors.find(({ userId }: Debtor) => userId === ids.before)).toMatchObject({
      company: null,
      due: 33.3,
      ageing: { ...NO_AGEING, older: 33.3 },
      oldestDueDate: '2020-01-01',
      lastPaymentDate: null,
    });
  });

  it('each debtor is marked by what keeps mails about money from them', async () => {
    const { debtors } = await list('?limit=60');
    const mailOf = (name: string) => debtors.find(({ userId }: Debtor) => userId === ids[name])?.mail;

    expect(['before', 'Oldest', 'large', 'filler-0'].map(mailOf)).toEqual([
      'on',
      'off',
      'blocked',
      'unverified',
    ]);
  });

  it('the most overdue come first: by the oldest age, and in it by the amount', async () => {
    expect(namesOf(await list()).slice(0, 4)).toEqual(['old', 'before', 'Oldest', 'filler-0']);
    expect(namesOf(await list('?page=2')).at(-1)).toBe('large');
  });

  it.each([
    ['sort=oldest', ['before', 'Oldest', 'old', 'large']],
    ['sort=oldest&direction=desc', ['large', 'old', 'Oldest', 'before']],
    ['sort=due', ['large', 'old', 'before', 'Oldest']],
    ['sort=due&direction=asc', ['Oldest', 'before', 'old', 'large']],
    ['sort=name', ['before', 'large', 'old', 'Oldest']],
    ['sort=company', ['Oldest', 'old', 'large', 'before']],
    ['sort=company&direction=desc', ['old', 'Oldest', 'large', 'before']],
    ['sort=lastPayment', ['Oldest', 'large', 'before', 'old']],
    ['sort=lastPayment&direction=desc', ['old', 'Oldest', 'large', 'before']],
    ['sort=notDue', ['large', 'old', 'Oldest', 'before']],
    ['sort=days60', ['old', 'Oldest', 'large', 'before']],
    ['sort=older', ['old', 'before', 'Oldest', 'large']],
  ])('%s sorts the debtors so, equal ones by their User_Id', async (query, names) => {
    expect(await orderBy(query)).toEqual(names);
  });

  it.each(['', 'sort=due', 'sort=name', 'sort=lastPayment'])(
    'with %j each debtor is once on the pages, and the count on each',
    async (order) => {
      const pages = [await list(`?${order}`), await list(`?${order}&page=2`)];

      expect(pages.map(({ debtors, total }) => [debtors.length, total])).toEqual([
        [30, 44],
        [14, 44],
      ]);
      const found = pages.flatMap(({ debtors }) => debtors.map(({ userId }: Debtor) => userId));
      expect(new Set(found).size).toBe(44);
      expect(found).not.toContain(ids.paid);
      expect(found).not.toContain(ids.gone);
      expect(await list(`?${order}&page=9`)).toEqual({ debtors: [], total: 44, page: 9, limit: 30 });
    },
  );

  it.each([
    ['search=Zebra', ['old']],
    ['search=ze', ['old']],
    ['search=large@debtors', ['large']],
    ['min=40', ['old', 'large']],
    ['min=33.30', ['old', 'before', 'large']],
    ['overdue=true', ['old', 'before', 'Oldest']],
    ['overdue=true&min=40', ['old']],
    ['search=nobody-has-this', []],
  ])('%s selects the same debtors for the list, its sums and its file', async (query, names) => {
    expect(await orderBy(query)).toEqual(names);

    const { debtors } = await list(`?limit=60&${query}`);
    const sumOf = (read: (debtor: Debtor) => number) =>
      debtors.reduce((cents: number, debtor: Debtor) => cents + Math.round(read(debtor) * 100), 0) / 100;
    expect(await sums(`?${query}`)).toEqual({
      closedAccounts: null,
      notDue: sumOf(({ ageing }) => ageing.notDue),
      days30: sumOf(({ ageing }) => ageing.days30),
      days60: sumOf(({ ageing }) => ageing.days60),
      days90: sumOf(({ ageing }) => ageing.days90),
      older: sumOf(({ ageing }) => ageing.older),
      total: sumOf(({ due }) => due),
    });
    expect(readCsvRecords((await exported(`?${query}`)).body).map(({ Name }) => Name)).toEqual(
      debtors.map(({ name }: Debtor) => name),
    );
  });

  it('the sums of debtors cover all pages of the list', async () => {
    expect(await sums()).toEqual({
      closedAccounts: null,
      notDue: 9_000,
      days30: 40,
      days60: 70,
      days90: 0,
      older: 78.3,
      total: 9_188.3,
    });
  });

  it.each([
    ['min=many', { min: 'Enter an amount such as 500 or 12.50' }],
    ['min=-1', { min: 'Enter an amount such as 500 or 12.50' }],
    ['min=1.234', { min: 'Enter an amount such as 500 or 12.50' }],
    ['overdue=perhaps', { overdue: expect.any(String) }],
    ['sort=age', { sort: expect.any(String) }],
    ['sort=due&direction=up', { direction: expect.any(String) }],
  ])('%s is refused at its field by the list, its sums and its file', async (query, fields) => {
    const refusals = [
      await portal.call('GET', `/api/admin/debtors?${query}`, admin),
      await exported(`?${query}`),
    ];
    if (!query.startsWith('sort')) {
      refusals.push(await portal.call('GET', `/api/admin/debtors/sums?${query}`, admin));
    }

    for (const { status, body } of refusals) {
      expect([status, body.fields]).toEqual([400, fields]);
    }
  });
});

describe('the file of debtors', () => {
  it('the file has a record of each debtor in the order of the list, amounts with two decimals, and no formula', async () => {
    const { status, headers, body } = await exported('?min=5&sort=due');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=debtors-\d{4}-\d\d-\d\d\.csv$/);
    expect(readCsvText(body).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const records = readCsvRecords(body);
    expect(records.map(({ Name }) => Name)).toEqual([
      'large Nkosi',
      'old Nkosi',
      'before Nkosi',
      'Oldest Nkosi',
    ]);
    expect(records[1]).toEqual({
      Company: 'Zebra Signs',
      Name: 'old Nkosi',
      'OW number': expect.stringMatching(/^OW\d+$/),
      'Not yet due': '0.00',
      '1–30 days': '0.00',
      '31–60 days': '70.00',
      '61–90 days': '0.00',
      'Over 90 days': '40.00',
      Owed: '110.00',
      Credit: '0.00',
      'Due since': daysAgo(100),
      'Last payment': daysAgo(120),
      Mail: 'Gets mail',
    });
  });

  it('a company that a spreadsheet would run as a formula is exported as a text', async () => {
    await addUser(portal, { User_Name: 'formula', User_Org: '=1+1', User_Debit: '-2.00' });

    const { body } = await exported('?search=formula');

    expect(readCsvRecords(body)).toMatchObject([{ Company: "'=1+1", Name: 'formula Nkosi' }]);
  });
});

describe('the audit of debtors', () => {
  const actionsOf = async ({ userId }: { userId: number }) =>
    (await portal.connection.select().from(auditLog).where(eq(auditLog.actor_id, userId))).map(
      ({ action, changes }) => [action, changes],
    );

  it('pages of debtors that an admin reads are audited once a minute', async () => {
    const other = await addCaller(portal, 'admin');
    await portal.call('GET', '/api/admin/debtors', other);
    await portal.call('GET', '/api/admin/debtors?page=2', other);

    expect(await actionsOf(other)).toEqual([['debtors.list', []]]);
  });

  it('a sum is audited if it is that of a search, which one client may be', async () => {
    const other = await addCaller(portal, 'admin');
    await portal.call('GET', '/api/admin/debtors/sums?min=5&overdue=true', other);
    expect(await actionsOf(other)).toEqual([]);

    await portal.call('GET', '/api/admin/debtors/sums?search=Zebra', other);
    expect(await actionsOf(other)).toEqual([['debtors.sums', []]]);
  });

  it('a file of debtors is audited with the number of its rows and the names of its filters', async () => {
    const other = await addCaller(portal, 'admin');
    await portal.call('GET', '/api/admin/debtors.csv?search=Zebra&min=5&sort=due', other);

    expect(await actionsOf(other)).toEqual([['debtors.export', { rows: 1, search: null, min: null }]]);
  });
});
