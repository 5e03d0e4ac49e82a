import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankFile } from '#shared/contract/bank.ts';
import { addCertainLines, bookCertain, readBooked, runBookings } from '#test/support/bank/order-lines.ts';
import { recordTransactions } from '#test/support/bank/record-transactions.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const CLIENTS = 180;
const LINES = 200;
const CALLS_OF_A_PORTION = 10;

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let admin: Awaited<ReturnType<typeof addCaller>>;
let money: ReturnType<typeof moneyCalls>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
});
afterAll(() => portal.stop());

const readFile = async (fileId: number) => {
  const { body } = await portal.call('GET', `/api/admin/bank-files/${fileId}`, admin);

  return body as BankFile;
};

/** The entries and allocations of an account, with each invoice by its place. */
const readAccount = async (userId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select entry.kind, entry.date::text, entry.bank_date::text, entry.amount::float8, entry.method, entry.written_by,
      note.reference, (
        select jsonb_agg(jsonb_build_array(place, amount, date) order by id) from (
          select allocation.id, allocation.amount, allocation.date,
            (select count(*) from ledger_items as earlier where earlier.user_id = entry.user_id and earlier.id <= allocation.debt_id
              and earlier.kind = 'invoice') as place
          from ledger_allocations as allocation where allocation.credit_id = entry.id
        ) as allocated
      )::text as allocated
    from ledger_entries as entry left join entry_notes as note on note.entry_id = entry.id
    where entry.user_id = ${userId} order by entry.id`);
  const { body } = await money.readDebt(userId);
  const { rows: told } = await portal.connection.execute(sql`
    select activity_type, description from activities where user_id = ${userId} and activity_type = 'payment' order by id`);

  return { rows, owed: body.owed, credit: body.credit, told };
};

const addOwing = async (...amounts: number[]) => {
  const userId = await addUser(portal, {});
  await addInvoices(
    portal,
    userId,
    amounts.map((amount) => ({ total_amount: amount.toFixed(2) })),
  );

  return userId;
};

describe('200 certain lines of 180 clients', () => {
  it('the job books 200 lines of 180 clients in portions of at most 10 calls, each as a payment typed by hand', async () => {
    const pays = (place: number) => (place % 20 === 19 ? 150 : 100);
    const clients = [];
    for (let place = 0; place < CLIENTS; place += 1) {
      const invoices = place < LINES - CLIENTS ? [100, 100] : [pays(place), 70];
      clients.push({ userId: await addOwing(...invoices), twinId: await addOwing(...invoices), place });
    }
    const lines = [...clients, ...clients.slice(0, LINES - CLIENTS)].map((client) => ({
      ...client,
      amount: client.place < LINES - CLIENTS ? '100.00' : pays(client.place).toFixed(2),
      date: dayFromToday(-(client.place % 10)),
    }));
    const { fileId } = await addCertainLines(portal, lines);
    expect(await readFile(fileId)).toMatchObject({ ties: true, counts: { certain: LINES, ordered: 0 } });

    const { status, body } = await bookCertain(portal, admin, fileId);
    expect({ status, body }).toMatchObject({
      status: 202,
      body: {
        id: fileId,
        state: 'booking',
        ties: true,
        counts: { certain: LINES, ordered: LINES, booked: 0 },
      },
    });
    const transactions = await recordTransactions(() => runBookings(portal));

    const portions = transactions.filter((calls) =>
      calls.some((call) => call.includes('insert into "ledger_entries"')),
    );
    expect(portions).toHaveLength(Math.ceil(CLIENTS / 25));
    expect(Math.max(...transactions.map((calls) => calls.length))).toBe(CALLS_OF_A_PORTION);
    expect(await readFile(fileId)).toMatchObject({
      state: 'ready',
      ties: true,
      counts: { certain: 0, ordered: 0, booked: LINES },
    });
    const booked = await readBooked(portal, fileId);
    expect(booked).toEqual(
      lines.map(({ userId, amount }) =>
        expect.objectContaining({
          state: 'booked',
          ordered_by: null,
          decided_by: admin.userId,
          bookings: 1,
          user_id: userId,
          amount: Number(amount),
        }),
      ),
    );

    for (const { twinId, userId, amount, date } of lines) {
      const { rows } = await portal.connection.execute(
        sql`select "OWNumber" as ow from users where "User_Id" = ${userId}`,
      );
      await money.pay(twinId, { amount: Number(amount), date, reference: `EFT ${rows[0]?.ow} INTERNET` });
    }
    const accounts = await Promise.all(clients.map(({ userId }) => readAccount(userId)));
    const twins = await Promise.all(clients.map(({ twinId }) => readAccount(twinId)));
    expect(accounts).toEqual(twins);
  }, 120_000);
});
