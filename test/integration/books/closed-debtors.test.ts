import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_ROWS_MAX } from '#shared/contract/limits.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { cookie: string };
let books: ReturnType<typeof closingCalls>;
let ids: Record<'old' | 'young' | 'inCredit' | 'gone', number>;
let closing: number;

const read = (query: string) => portal.call('GET', `/api/admin/closings/debtors?${query}`, admin);
const readFile = async (query: string) => {
  const { status, body } = await portal.call('GET', `/api/admin/closings/debtors.csv?${query}`, admin);
  expect(status).toBe(200);

  return readCsvRecords(body);
};
const remove = (userId: number) => portal.call('DELETE', `/api/admin/users/${userId}`, admin);

/** Issues an invoice in February 2023 and pays it in April. */
const owe = async (userId: number, cents: number, dueDate: string) => {
  const account = writeAccount(portal, userId);
  await account.issue('2023-02-01', cents, dueDate);
  await account.pay('2023-04-10', cents);
};

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  books = closingCalls(portal, admin);
  ids = {
    old: await addUser(portal, { User_Name: 'Anna', User_Surname: 'Botha', User_Org: 'Botha Boats' }),
    young: await addUser(portal, { User_Name: 'Sipho', User_Surname: 'Zulu', User_Org: null }),
    inCredit: await addUser(portal, { User_Name: 'Karel', User_Surname: 'Nel' }),
    gone: await addUser(portal, { User_Name: 'Gone', User_Surname: 'Client' }),
  };
  await owe(ids.old, 10_000, '2023-02-08');
  await owe(ids.young, 25_050, '2023-04-01');
  await owe(ids.gone, 7_000, '2023-02-20');
  const inCredit = writeAccount(portal, ids.inCredit);
  await inCredit.pay('2023-03-02', 4_000);
  await inCredit.refund('2023-04-05', 4_000);
  await remove(ids.gone);
  const closed = await books.close('2023-03');
  expect(closed.status).toBe(201);
  closing = closed.body.id;
  // What happens to the clients later changes nothing of the stored list.
  await portal.connection.execute(
    sql`update users set "User_Org" = 'Renamed' where "User_Id" = ${ids.young}`,
  );
  expect(await remove(ids.old)).toMatchObject({ status: 204 });
  expect(await remove(ids.inCredit)).toMatchObject({ status: 204 });
});
afterAll(() => portal.stop());

const NOTHING = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };
const GONE = { due: 70, ageing: { ...NOTHING, days60: 70 }, credit: 0 };

describe('the age analysis of a closed month', () => {
  it('names who owed or had credit then, the most overdue first, also once they are renamed or deleted', async () => {
    const { status, body } = await read(`closing=${closing}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      month: '2023-03',
      total: 3,
      page: 1,
      debtors: [
        {
          userId: ids.old,
          name: 'Anna Botha',
          company: 'Botha Boats',
          due: 100,
          ageing: { ...NOTHING, days60: 100 },
          credit: 0,
        },
        { userId: ids.young, name: 'Sipho Zulu', company: null, ageing: { ...NOTHING, notDue: 250.5 } },
        { userId: ids.inCredit, name: 'Karel Nel', due: 0, ageing: NOTHING, credit: 40 },
      ],
      closedAccounts: GONE,
      sums: { due: 420.5, ageing: { ...NOTHING, notDue: 250.5, days60: 170 }, credit: 40 },
    });
    expect(body.debtors[0].OWNumber).toMatch(/^OW/);
  });

  it('adds up to the figures that the closing stored', async () => {
    const [{ totals, ageing }] = (await books.list()).body;

    expect(totals).toMatchObject({
      owed: 350.5,
      credit: 40,
      closedAccounts: 70,
      closing: 380.5,
      agrees: true,
    });
    expect(ageing).toEqual({ ...NOTHING, notDue: 250.5, days60: 100 });
  });

  it('is a file with the names of then, which ends with the closed accounts and is audited as an export', async () => {
    const records = await readFile(`closing=${closing}`);

    expect(records.map(({ Company, Name, Owed, Credit }) => ({ Company, Name, Owed, Credit }))).toEqual([
      { Company: 'Botha Boats', Name: 'Anna Botha', Owed: '100.00', Credit: '0.00' },
      { Company: '', Name: 'Sipho Zulu', Owed: '250.50', Credit: '0.00' },
      { Company: '', Name: 'Karel Nel', Owed: '0.00', Credit: '40.00' },
      { Company: '', Name: 'Closed accounts', Owed: '70.00', Credit: '0.00' },
    ]);
    const { rows } = await portal.connection.execute(sql`
      select changes from audit_log where action = 'books.export-closed-debtors'`);
    expect(rows.map(({ changes }) => JSON.parse(String(changes)))).toEqual([{ rows: 4, closing, part: 1 }]);
  });

  it('equals the lists of its last day that are asked again with their closed accounts, also after a deletion', async () => {
    const get = async (path: string) => (await portal.call('GET', `/api/admin/${path}`, admin)).body;
    const file = async (path: string) =>
      readCsvRecords((await portal.call('GET', `/api/admin/${path}`, admin)).body);
    const { sums } = (await read(`closing=${closing}`)).body;
    const { closedAccounts, total: due, ...ageing } = await get('debtors/sums?asAt=2023-03-31');
    const credits = await get('credits?asAt=2023-03-31');

    expect({ due, ageing }).toEqual({ due: 250.5, ageing: { ...NOTHING, notDue: 250.5 } });
    expect(closedAccounts).toEqual({ ...NOTHING, days60: 170, total: 170 });
    expect(credits).toMatchObject({ clients: [], sum: 0, closedAccounts: 40 });
    expect(sums).toEqual({
      due: due + closedAccounts.total,
      ageing: { ...ageing, days60: ageing.days60 + closedAccounts.days60 },
      credit: credits.sum + credits.closedAccounts,
    });
    const [client, closed] = await file('debtors.csv?asAt=2023-03-31');
    expect(client).toMatchObject({ Name: 'Sipho Zulu', Owed: '250.50' });
    expect(closed).toMatchObject({
      Name: 'Closed accounts',
      'OW number': '',
      '31–60 days': '170.00',
      Owed: '170.00',
      Credit: '',
      'Due since': '',
      Mail: '',
    });
    expect(await file('credits.csv?asAt=2023-03-31')).toEqual([
      { Company: '', Name: 'Closed accounts', 'OW number': '', Credit: '40.00', Since: '' },
    ]);
  });

  it.each(['search=Zulu', 'min=1', 'overdue=true'])(
    'its closed accounts stand in no list of a past day with the filter %s, because they match none',
    async (filter) => {
      const get = (path: string) => portal.call('GET', `/api/admin/${path}?asAt=2023-03-31&${filter}`, admin);
      const names = readCsvRecords((await get('debtors.csv')).body).map(({ Name }) => Name);

      expect((await get('debtors/sums')).body.closedAccounts).toBeNull();
      expect(names.filter((name) => name !== 'Sipho Zulu')).toEqual([]);
    },
  );

  it('stays readable after the month was opened again, beside that of the next closing', async () => {
    await books.open('2023-03');
    const again = (await books.close('2023-03')).body;

    expect((await read(`closing=${closing}`)).body.debtors).toHaveLength(3);
    expect((await read(`closing=${again.id}`)).body).toMatchObject({
      total: 1,
      debtors: [{ company: 'Renamed' }],
      closedAccounts: { due: 170, credit: 40 },
      sums: { due: 420.5, credit: 40 },
    });
  });

  it('of a closing that does not exist is not found, and a page that does not exist is empty', async () => {
    expect(await read('closing=999999')).toMatchObject({ status: 404 });
    expect((await read(`closing=${closing}&page=2`)).body).toMatchObject({ debtors: [], total: 3 });
  });

  it('of more clients than a file holds comes in parts, of which the last ends with the closed accounts', async () => {
    const owner = connectAsOwner();
    await owner.execute(sql`
      update closing_debtors set position = 99999 where closing_id = ${closing} and user_id is null`);
    await owner.execute(sql`
      insert into closing_debtors (closing_id, position, user_id, name, not_due, days30, days60, days90, older, credit)
      select ${closing}::int, 3 + place, 1000 + place, 'Debtor', 1, 0, 0, 0, 0, 0
      from generate_series(1, ${EXPORT_ROWS_MAX}::int) as place`);

    const [first, second] = [
      await readFile(`closing=${closing}`),
      await readFile(`closing=${closing}&part=2`),
    ];

    expect(first).toHaveLength(EXPORT_ROWS_MAX);
    expect(first.at(-1)).toMatchObject({ Name: 'Debtor' });
    expect(second.map(({ Name }) => Name)).toEqual(['Debtor', 'Debtor', 'Debtor', 'Closed accounts']);
  });

  it('is deleted by the purge once the month was over for eight years, and the sums of the closing stay', async () => {
    const purgeBefore = async (day: string) => {
      await portal.connection.execute(sql`select purge_retained_ledger(${day}::date)`);

      return (await read(`closing=${closing}`)).body.total;
    };

    expect(await purgeBefore('2023-03-31')).toBeGreaterThan(0);
    expect(await purgeBefore('2023-04-01')).toBe(0);
    expect((await books.list()).body.at(-1).ageing).toEqual({ ...NOTHING, notDue: 250.5, days60: 100 });
  });
});
