import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { bankLineJson, readBankLine } from '#functions/adapters/database/bank/bank-line-json.ts';
import { bankBookings, bankLines } from '#functions/database/schema/bank-tables.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const readLines = async (fileId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select ${bankLineJson(dayFromToday(0))}::text as line
    from ${bankLines} as line where file_id = ${fileId} order by date, id`);

  return rows.map(({ line }) => readBankLine(String(line)));
};

it('lines are read by day with the clients they may be from, and a line of tomorrow says when it can be booked', async () => {
  const userId = await addUser(portal, { User_Name: 'Thandi', User_Surname: 'Dlamini', OWNumber: 'OW88001' });
  const { fileId, lineIds } = await addBankLines(portal.connection, [
    { date: dayFromToday(1) },
    { amount: '250.50', userId },
  ]);

  expect(await readLines(fileId)).toEqual([
    {
      id: lineIds[1],
      fileId,
      date: dayFromToday(0),
      description: 'PAYMENT',
      reference: null,
      amount: 250.5,
      state: 'certain',
      bookableFrom: null,
      standsOn: null,
      perhaps: null,
      perhapsPaymentId: null,
      proposals: [
        {
          userId,
          OWNumber: 'OW88001',
          name: 'Thandi Dlamini',
          company: null,
          reasons: ['OW number'],
          paymentId: null,
          newcomer: null,
        },
      ],
      paymentIds: [],
      booked: [],
      isOrdered: false,
      bookedBy: null,
      bookedAt: null,
    },
    expect.objectContaining({ id: lineIds[0], bookableFrom: dayFromToday(1), proposals: [] }),
  ]);
});

it('a booked line names its payments and clients, and those of an ended booking no longer', async () => {
  const userId = await addUser(portal, { User_Org: 'Ubuntu Textiles' });
  const money = moneyCalls(portal, admin);
  const { body: payment } = await money.pay(userId, { amount: 60 });
  const { body: ended } = await money.pay(userId, { amount: 40 });
  const { fileId, lineIds } = await addBankLines(portal.connection, [{ state: 'booked' }]);
  const lineId = lineIds[0] ?? 0;
  await portal.connection.insert(bankBookings).values([
    { line_id: lineId, entry_id: payment.id, kind: 'payment' },
    { line_id: lineId, entry_id: ended.id, kind: 'payment', ended_at: sql`now()` },
  ]);
  await portal.connection.execute(
    sql`update bank_lines set decided_by = ${admin.userId}, decided_at = now() where id = ${lineId}`,
  );

  expect(await readLines(fileId)).toMatchObject([
    {
      paymentIds: [payment.id],
      booked: [{ paymentId: payment.id, userId, company: 'Ubuntu Textiles', amount: 60 }],
      bookedBy: expect.any(String),
      bookedAt: expect.any(String),
    },
  ]);
});
