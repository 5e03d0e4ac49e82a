import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const [CLOSED_DAY, OPEN_DAY, FIRST_OPEN_DAY, TODAY] = [
  dayFromToday(-5),
  dayFromToday(-1),
  dayFromToday(-3),
  dayFromToday(0),
];

let portal: TestPortal;
let admin: { userId: number; cookie: string };
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

const readFile = async (fileId: number) =>
  (await portal.call('GET', `/api/admin/bank-files/${fileId}`, admin)).body;

it('a line of a closed month says on which day what is booked of it will stand, and it then stands there', async () => {
  const userId = await addUser(portal, {});
  const { body: paid } = await moneyCalls(portal, admin).pay(userId, { date: CLOSED_DAY, amount: 70 });
  const { fileId, lineIds } = await addBankLines(portal.connection, [
    { date: CLOSED_DAY, state: 'certain' },
    { date: CLOSED_DAY, state: 'unmatched' },
    { date: CLOSED_DAY, state: 'returned', amount: '-70.00' },
    { date: OPEN_DAY, state: 'certain' },
  ]);
  expect(await readFile(fileId)).toMatchObject({ firstOpenDay: null, counts: { closed: 0 } });
  await portal.connection.execute(sql`
    insert into book_closings (last_day, closed_at, closed_by)
    values (${dayFromToday(-4)}::date, now(), ${admin.userId}::int)`);

  const { body } = await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, admin);
  expect(body.lines.map(({ id, standsOn }: BankLine) => [id, standsOn])).toEqual([
    [lineIds[0], FIRST_OPEN_DAY],
    [lineIds[1], FIRST_OPEN_DAY],
    [lineIds[2], TODAY],
    [lineIds[3], null],
  ]);
  expect(await readFile(fileId)).toMatchObject({
    firstOpenDay: FIRST_OPEN_DAY,
    counts: { certain: 2, closed: 1 },
  });

  const lines = lineCalls(portal, admin);
  const [one = 0, two = 0, three = 0] = lineIds;
  await lines.book(one, { parts: [{ userId, amount: 100 }] });
  await lines.book(two, { unidentified: true });
  await lines.book(three, { reverses: paid.id });
  const { rows } = await portal.connection.execute(sql`
    select kind, date::text, bank_date::text as "bankDate" from ledger_entries
    where user_id = ${userId} and id > ${paid.id}::bigint
    union all
    select kind, date::text, bank_date::text from unidentified_receipts where line_id = ${two}
    order by kind`);
  expect(rows).toEqual([
    { kind: 'in', date: FIRST_OPEN_DAY, bankDate: CLOSED_DAY },
    { kind: 'payment', date: FIRST_OPEN_DAY, bankDate: CLOSED_DAY },
    { kind: 'reversal', date: TODAY, bankDate: CLOSED_DAY },
  ]);
});
