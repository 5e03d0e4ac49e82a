import { sql } from 'drizzle-orm';
import { makeRandom } from '#local/seed/random.ts';
import { centsFromAmount, centsFromDecimal } from '#shared/money.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import type { Answer, TestPortal } from '#test/support/portal/portal.ts';
import { makeLedgerModel } from './ledger-model.ts';
import { dayFromToday, moneyCalls } from './money-calls.ts';
import { readKept } from './random-history.ts';

interface NamedPart {
  invoiceId: number;
  amount: number;
}

const readEntries = async ({ connection }: TestPortal, userId: number) => {
  const { rows } = await connection.execute(sql`
    select id, item_id, kind, date::text, coalesce(due_date, date)::text as age_date, invoice_id, amount
    from ledger_entries where user_id = ${userId} order by id`);

  return rows.map((row) => ({
    id: Number(row.id),
    itemId: Number(row.item_id),
    kind: String(row.kind),
    date: String(row.date),
    ageDate: String(row.age_date),
    invoiceId: Number(row.invoice_id ?? 0),
    cents: centsFromDecimal(String(row.amount)),
  }));
};

/**
 * Replays the entries of an account with the model, in the order of their ids, which is that of their commits: an id is
 * taken while the account is locked.
 */
const replay = (
  entries: Awaited<ReturnType<typeof readEntries>>,
  namedBy: ReadonlyMap<number, readonly NamedPart[]>,
) => {
  const model = makeLedgerModel();
  const statuses: Record<number, string> = {};
  const itemOf = new Map(entries.map(({ id, invoiceId }) => [invoiceId, id]));
  for (const { id, itemId, kind, ...entry } of entries) {
    if (kind === 'reversal') {
      model.cancel(itemId);
      statuses[itemId] = 'void';
    } else {
      const named = (namedBy.get(id) ?? []).map(({ invoiceId, amount }) => ({
        debt: itemOf.get(invoiceId) ?? 0,
        cents: centsFromAmount(amount),
      }));
      model.add({ id, kind: kind === 'invoice' ? 'invoice' : 'payment', ...entry }, named);
    }
  }
  const dues = model.dues();
  const invoices = entries.filter(({ kind }) => kind === 'invoice');

  return {
    allocated: model.allocated(),
    dues,
    balance: model.balance(),
    statuses: Object.fromEntries(
      invoices.map(({ id, invoiceId }) => [invoiceId, statuses[id] ?? (dues[id] === 0 ? 'paid' : 'pending')]),
    ),
  };
};

const readStored = async (portal: TestPortal, userId: number) => {
  const { items, allocated, balance } = await readKept(portal.connection, userId);
  const { rows } = await portal.connection.execute(
    sql`select id, status from invoices where user_id = ${userId}`,
  );

  return {
    allocated,
    dues: Object.fromEntries(items.map(({ id, due }) => [id, due])),
    balance,
    statuses: Object.fromEntries(rows.map(({ id, status }) => [id, status])),
  };
};

/**
 * Sends as many payments, reversals, voids and new invoices of one account at once, by two administrators, and returns
 * their answers, what is stored, and what the model makes of the stored entries.
 */
export const writeAtOnce = async (portal: TestPortal, countOfEach: number) => {
  const random = makeRandom(countOfEach);
  const admins = [await addCaller(portal, 'admin'), await addCaller(portal, 'admin')];
  const money = admins.map((admin) => moneyCalls(portal, admin));
  const by = () => random.pick(money);
  const userId = await addUser(portal, {});
  const amount = () => random.integer(1, 50_000) / 100;
  const each = <T>(make: (index: number) => T): T[] =>
    Array.from({ length: countOfEach }, (_, index) => make(index));

  const invoiceIds: number[] = (await Promise.all(each(() => by().issue(userId, amount())))).map(
    ({ body }) => body.id,
  );
  const paymentIds: number[] = (await Promise.all(each(() => by().pay(userId, { amount: amount() })))).map(
    ({ body }) => body.id,
  );

  const namedBy = new Map<number, readonly NamedPart[]>();
  const pay = async (): Promise<Answer> => {
    const named = random.chance(0.5) ? [{ invoiceId: random.pick(invoiceIds), amount: 0.01 }] : [];
    const date = dayFromToday(-random.integer(0, 60));
    const answer = await by().pay(
      userId,
      { amount: amount(), date, allocations: named },
      { 'idempotency-key': crypto.randomUUID() },
    );
    if (answer.status === 201) {
      namedBy.set(answer.body.id, named);
    }

    return answer;
  };
  const acts = each(() => [
    pay,
    () => by().reverse(random.pick(paymentIds)),
    () => by().setStatus(random.pick(invoiceIds), 'void'),
    () => by().issue(userId, amount()),
  ]).flat();
  const answers = await Promise.all(acts.map((act) => act()));

  return {
    statuses: answers.map(({ status }) => status),
    entries: await readEntries(portal, userId),
    stored: await readStored(portal, userId),
    replayed: replay(await readEntries(portal, userId), namedBy),
  };
};
