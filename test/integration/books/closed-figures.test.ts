import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRandom } from '#local/seed/random.ts';
import { monthAfter } from '#shared/dates.ts';
import { daysOfMonth } from '#shared/months.ts';
import { controlAccount, ageing as judgeAgeing } from '#test/judge/figures.ts';
import { readStored } from '#test/judge/stored.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { writeHistories } from '#test/support/ledger/account-histories.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { type Answer, startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const ACTS = 200;
const AT_ONCE = 8;
const MONTHS = [-3, -2, -1].map((months) => monthAfter(new Date(), months));
const FIRST_OPEN_DAY = `${monthAfter(new Date(), 0)}-01`;

let portal: TestPortal;
let admins: { cookie: string }[];

beforeAll(async () => {
  portal = await startTestPortal({ settings: { SUPPLIER_VAT_NUMBER: '4870261234' } });
  admins = [await addCaller(portal, 'admin'), await addCaller(portal, 'admin')];
});
afterAll(() => portal.stop());

const pickId = async (query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await portal.connection.execute(sql`${query} order by random() limit 1`);

  return Number(rows[0]?.id ?? 0);
};
const ofInvoice = () =>
  pickId(sql`select invoice_id as id from ledger_items where kind = 'invoice' and amount < 0`);
const ofDebt = () =>
  pickId(sql`select invoice_id as id from ledger_items where kind = 'invoice' and due > 1`);
const ofWrittenOff = () =>
  pickId(sql`select invoice_id as id from ledger_items where kind = 'invoice' and written_off > 0`);
const ofPayment = () => pickId(sql`select id from ledger_items where kind = 'payment' and amount > 0`);
const ofDebtor = () =>
  pickId(sql`select user_id as id from ledger_items where due > 1 and not is_retained
    and user_id not in (select user_id from credit_notes)`);
const ofCredit = () => pickId(sql`select user_id as id from ledger_items where free > 1`);

/** Sends acts of every kind, some of them at once, and returns the statuses of each kind. */
const act = async (userIds: readonly number[], seed: number) => {
  const random = makeRandom(seed);
  const by = () => moneyCalls(portal, random.pick(admins));
  const anyone = () => random.pick(userIds);
  const amount = () => random.integer(1, 90_000) / 100;
  const acts: Record<string, () => Promise<Answer>> = {
    pay: () => by().pay(anyone(), { amount: amount(), date: dayFromToday(-random.integer(0, 120)) }),
    issue: () => by().issue(anyone(), amount()),
    reverse: async () =>
      by().reverse(await ofPayment(), { reason: 'Returned', bankDate: dayFromToday(-random.integer(0, 90)) }),
    refund: async () => by().refund(await ofCredit(), { amount: 0.5 }),
    paid: async () => by().setStatus(await ofDebt(), 'paid'),
    credit: async () => by().credit(await ofInvoice(), { amount: random.integer(1, 200) / 100 }),
    writeOff: async () => by().writeOff(await ofDebt(), { amount: 0.5 }),
    undo: async () => by().undoWriteOff(await ofWrittenOff()),
    correct: () => by().correct(anyone(), { amount: random.pick([-30, -1, 1]) }),
    remove: async () => deleteSettled(portal, { cookie: admins[0]?.cookie ?? '' }, await ofDebtor()),
  };
  const names = Object.keys(acts).filter((name) => name !== 'remove');
  const statuses: Record<string, number[]> = { remove: [] };

  for (let done = 0; done < ACTS; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const isRemoval = index === 0 && done % 64 === 0;
        const name = isRemoval ? 'remove' : (names[(done + index) % names.length] ?? '');
        statuses[name] ??= [];
        statuses[name]?.push((await acts[name]?.())?.status ?? 0);
      }),
    );
  }

  return statuses;
};

it('200 acts of all kinds, many at once, leave the figures of closed months equal to what their rows give', async () => {
  const { computeFigures } = await import('#functions/domain/books/closing-figures.ts');
  const { database } = await import('#local/seed/whole-database.ts');
  const userIds = await writeHistories(portal, { accounts: 14, steps: 14 });
  userIds.push(await addUser(portal, {}));
  const books = closingCalls(portal, { cookie: admins[0]?.cookie ?? '' });
  for (const month of MONTHS) {
    expect(await books.close(month)).toMatchObject({ status: 201, body: { totals: { agrees: true } } });
  }
  const { rows: before } = await portal.connection.execute(sql`select max(id) as id from ledger_entries`);

  const statuses = await act(userIds, 70);

  for (const [name, answered] of Object.entries(statuses)) {
    expect([name, answered.filter((status) => status < 300).length > 0]).toEqual([name, true]);
    expect([name, answered.filter((status) => status >= 500)]).toEqual([name, []]);
  }
  const { rows: early } = await portal.connection.execute(sql`
    select count(*) filter (where date < ${FIRST_OPEN_DAY}::date) as entries,
      count(*) filter (where bank_date < date) > 5 as "areSomeMoved"
    from ledger_entries where id > ${before[0]?.id}::bigint`);
  expect(early).toEqual([{ entries: 0, areSomeMoved: true }]);

  // A client who was deleted since lived when the months were closed.
  const accounts = (await readStored(portal.databaseUrl)).map((one) => ({ ...one, deletedOn: null }));
  const { body: closings } = await books.list();
  for (const { month, totals, ageing, vat } of closings) {
    const { from, to } = daysOfMonth(month);
    expect(totals).toEqual({ from, to, ...controlAccount(accounts, from, to), isClosed: true });
    expect(ageing).toEqual(judgeAgeing(accounts, to));
    expect(vat).toEqual((await computeFigures(database, month)).vat);
  }
  expect(closings).toHaveLength(MONTHS.length);
});
