import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { bankBookings } from '#functions/database/schema/bank-tables.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { addCertainLines, bookCertain, readBooked, runBookings } from '#test/support/bank/order-lines.ts';
import { addOwingClients } from '#test/support/bank/owing-clients.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
beforeAll(() => {
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
});

const addOwing = async (amount: number): Promise<number> => {
  const [userId = 0] = await addOwingClients(portal, [[amount]]);

  return userId;
};

/** Adds a client whose payer the portal knows, so that each line with it and the client's number agrees with the client. */
const addKnownPayer = async (): Promise<{ userId: number; payer: string }> => {
  const userId = await addUser(portal, {});
  const payer = `PAYER ${crypto
    .randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .toUpperCase()}`;
  const entryId = await writeAccount(portal, userId).pay(dayFromToday(-60), 100);
  const { lineIds } = await addBankLines(portal.connection, [
    { state: 'booked', payer: `${payer} INTERNET`, amount: '1.00' },
  ]);
  await portal.connection
    .insert(bankBookings)
    .values({ line_id: lineIds[0] ?? 0, entry_id: entryId, kind: 'payment' });

  return { userId, payer };
};

/** Books everything certain of a file with this line, and returns the line as the portal shows it then. */
const bookAllOf = async (line: { userId: number; amount: string; payer?: string }) => {
  const { fileId } = await addCertainLines(portal, [line]);
  await bookCertain(portal, admin, fileId);
  await runBookings(portal);
  const { body } = await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, admin);

  return { booked: await readBooked(portal, fileId), line: body.lines[0] };
};

const owNumberOf = async (userId: number): Promise<string> => {
  const { rows } = await portal.connection.execute(
    sql`select "OWNumber" as ow from users where "User_Id" = ${userId}`,
  );

  return String(rows[0]?.ow);
};

describe("'Book all' never books the same money twice", () => {
  it('a payment was typed for this client and moved to another: the line stays open, says to whom, and joins it', async () => {
    const [wrong, right] = [await addOwing(700), await addOwing(700)];
    const { body: typed } = await money.pay(wrong, { amount: 700, date: dayFromToday(-2) });
    const { body: moved } = await lines.move(typed.id, { userId: right, reason: 'It was Bongani' });

    const { booked, line } = await bookAllOf({ userId: wrong, amount: '700.00' });

    expect(booked).toMatchObject([{ state: 'likely', bookings: 0 }]);
    expect(line.perhaps).toMatch(new RegExp(`^Perhaps moved to ${await owNumberOf(right)} on \\d+ \\w+`));
    expect(line.perhapsPaymentId).toBe(moved.id);
    expect((await money.readDebt(wrong)).body).toMatchObject({ owed: 700, credit: 0 });
  });

  it('what a client paid was typed in two parts: the line stays open', async () => {
    const { userId, payer } = await addKnownPayer();
    await money.issue(userId, 500);
    await money.pay(userId, { amount: 300, date: dayFromToday(-1) });
    await money.pay(userId, { amount: 200, date: dayFromToday(-2) });

    const { booked, line } = await bookAllOf({ userId, amount: '500.00', payer });

    expect(booked).toMatchObject([{ state: 'likely', bookings: 0 }]);
    expect(line.perhaps).toMatch(/^R\s300,00 was recorded on \d+ \w+ without a line$/);
    expect(line.perhapsPaymentId).toBeNull();
  });

  it('a payment was typed with the day of its slip, a week before the bank: the line stays open', async () => {
    const { userId, payer } = await addKnownPayer();
    await money.issue(userId, 800);
    const { body: typed } = await money.pay(userId, { amount: 800, date: dayFromToday(-7) });

    const { booked, line } = await bookAllOf({ userId, amount: '800.00', payer });

    expect(booked).toMatchObject([{ state: 'likely', bookings: 0 }]);
    expect(line).toMatchObject({
      perhaps: expect.stringMatching(/^Perhaps recorded on /),
      perhapsPaymentId: typed.id,
    });
  });

  it('an invoice was marked as paid: the line stays open', async () => {
    const { userId, payer } = await addKnownPayer();
    const { body: invoice } = await money.issue(userId, 400);
    await money.setStatus(invoice.id, 'paid');

    expect((await bookAllOf({ userId, amount: '400.00', payer })).booked).toMatchObject([
      { state: 'likely', bookings: 0 },
    ]);
  });

  it('a payment was moved to this client: the line stays open', async () => {
    const [wrong, { userId, payer }] = [await addUser(portal, {}), await addKnownPayer()];
    const { body: typed } = await money.pay(wrong, { amount: 90 });
    await lines.move(typed.id, { userId, reason: 'It was Bongani' });

    expect((await bookAllOf({ userId, amount: '600.00', payer })).booked).toMatchObject([
      { state: 'likely', bookings: 0 },
    ]);
  });

  it('a payment that another line booked or joined, or that was reversed, keeps no line from being booked', async () => {
    const userId = await addOwing(250);
    const { body: returned } = await money.pay(userId, { amount: 250 });
    await money.reverse(returned.id);
    const { body: typed } = await money.pay(userId, { amount: 60 });
    const { lineIds } = await addBankLines(portal.connection, [{ amount: '60.00' }, { amount: '30.00' }]);
    await lines.book(lineIds[0] ?? 0, { paymentIds: [typed.id] });
    await lines.book(lineIds[1] ?? 0, { parts: [{ userId, amount: 30 }] });

    expect((await bookAllOf({ userId, amount: '160.00' })).booked).toMatchObject([
      { state: 'booked', bookings: 1, amount: 160 },
    ]);
  });
});
