import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { makeInvoiceStore } from '#functions/adapters/database/invoices/sql-invoice-store.ts';
import { makeLedgerStore } from '#functions/adapters/database/ledger/sql-ledger-store.ts';
import { makePaymentStore } from '#functions/adapters/database/ledger/sql-payment-store.ts';
import { makeRandom, type Random } from '#local/seed/random.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { planPayment } from '#shared/plan-payment.ts';
import { makeLedgerModel } from '#test/support/ledger/ledger-model.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { PROVIDER } from '#test/support/provider.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const TODAY = '2026-11-20';
const ALL = 10_000;

const audit = { actorId: 1, action: 'ledger.record' as const, address: 'terminal' };
const entry = (userId: number) => ({ userId, date: TODAY, audit, activity: 'Something', now: NOW });

/** Reads what the portal keeps of an account, in cents. */
export const readKept = async (db: Connection, userId: number) => {
  const { rows: items } = await db.execute(sql`
    select id, kind, date::text, age_date::text, invoice_id, due, amount, written_off from ledger_items
    where user_id = ${userId} order by id`);
  const { rows: pairs } = await db.execute(sql`
    select credit_id, debt_id, sum(amount) as amount from ledger_allocations where user_id = ${userId}
    group by credit_id, debt_id having sum(amount) <> 0`);
  const { rows: users } = await db.execute(
    sql`select "User_Debit" as debit from users where "User_Id" = ${userId}`,
  );

  return {
    items: items.map((row) => ({
      id: Number(row.id),
      kind: String(row.kind),
      date: String(row.date),
      ageDate: String(row.age_date),
      invoiceId: Number(row.invoice_id ?? 0),
      due: centsFromDecimal(String(row.due)),
      amount: centsFromDecimal(String(row.amount)),
      writtenOff: centsFromDecimal(String(row.written_off)),
    })),
    allocated: Object.fromEntries(
      pairs.map((row) => [`${row.credit_id}-${row.debt_id}`, centsFromDecimal(String(row.amount))]),
    ),
    balance: centsFromDecimal(String(users[0]?.debit)),
  };
};

type Kept = Awaited<ReturnType<typeof readKept>>;

/** One account with the model of it, in one transaction. */
interface Account {
  db: Connection;
  userId: number;
  random: Random;
  model: ReturnType<typeof makeLedgerModel>;
  /** The account before the step. */
  kept: Kept;
}

const pickAny = <T>(random: Random, list: readonly T[]): T | undefined =>
  list.length > 0 ? random.pick(list) : undefined;

/** Often today, so that items of all kinds are equally old. */
const day = (random: Random) => (random.chance(0.5) ? TODAY : `2026-11-${random.integer(10, 19)}`);

const newest = async ({ db, userId }: Account) => {
  const item = (await readKept(db, userId)).items.at(-1);
  if (!item) {
    throw new Error('The account has no item');
  }

  return item;
};

const issue = async (account: Account) => {
  const { db, userId, random, model } = account;
  const cents = random.integer(1, 50_000);
  await makeInvoiceStore(db).issue({
    userId,
    year: 2026,
    totalCents: cents,
    supplier: { ...PROVIDER, vatNumber: null, complaints: null },
    vat: null,
    terms: {
      layout: 3,
      vatPercent: 15,
      bank: { accountName: '', bankName: '', branchCode: '', accountNumber: '', accountType: '' },
      termsDays: 7,
      dueDate: day(random),
    },
    lines: [{ description: 'x', unitCents: cents, quantity: 1, amountCents: cents }],
    requires: [],
    audit: { ...audit, action: 'invoices.create' },
    activity: { before: '', after: 'x' },
    ordersMail: false,
    now: NOW,
  });
  await makeLedgerStore(db).settle(userId, { on: null });
  const { id, ageDate, invoiceId } = await newest(account);
  model.add({ id, kind: 'invoice', date: TODAY, ageDate, invoiceId, cents: -cents });
};

/** Names some of the open or written-off invoices and the opening balance, together at most the payment. */
const nameInvoices = ({ random, kept }: Account, cents: number) => {
  let left = cents;

  return kept.items.flatMap(({ id, kind, invoiceId, due, writtenOff }) => {
    const most = ['invoice', 'opening'].includes(kind) ? due + writtenOff : 0;
    const amountCents = most > 0 && random.chance(0.3) ? Math.min(random.integer(1, most), left) : 0;
    left -= amountCents;

    return amountCents > 0
      ? [{ invoiceId: kind === 'opening' ? null : invoiceId, amountCents, debt: id }]
      : [];
  });
};

const pay = async (account: Account) => {
  const { db, userId, random, model } = account;
  const ledger = makeLedgerStore(db);
  const cents = random.integer(1, 80_000);
  const date = day(random);
  const named = nameInvoices(account, cents);
  const debt = await makePaymentStore(db).readDebt(userId, ALL);
  const planned = planPayment(
    debt?.items ?? [],
    cents,
    new Map(named.map(({ invoiceId, amountCents }) => [invoiceId, amountCents])),
  );

  const recorded = await ledger.recordPayment({
    ...entry(userId),
    date,
    amountCents: cents,
    method: 'eft',
    reference: null,
    note: null,
    replaces: null,
    named,
    ordersMail: false,
  });
  if (!('paymentId' in recorded)) {
    throw new Error(JSON.stringify(recorded));
  }
  const { paymentId, recoveredCents } = recorded;
  expect(recoveredCents).toBe(planned.recoveredCents);
  if (recoveredCents > 0) {
    await ledger.recover({ userId, paymentId, named, audit, now: NOW });
  }
  const allocated = await ledger.settle(userId, {
    on: null,
    named: { creditId: paymentId, invoices: named },
  });

  // The plan lists items last of which nothing is due.
  expect(
    allocated.map(({ kind, invoiceId, amountCents }) => `${kind} ${invoiceId} ${amountCents}`).toSorted(),
  ).toEqual(
    planned.parts.map(({ item, cents: part }) => `${item.kind} ${item.invoiceId} ${part}`).toSorted(),
  );
  model.add(
    { id: paymentId, kind: 'payment', date, ageDate: date, invoiceId: 0, cents },
    named.map(({ debt: id, amountCents }) => ({ debt: id, cents: amountCents })),
  );
};

const reverse = async ({ db, userId, random, model, kept }: Account) => {
  const ledger = makeLedgerStore(db);
  const item = pickAny(
    random,
    kept.items.filter(({ kind, amount }) => kind === 'payment' && amount > 0),
  );
  if (item) {
    await ledger.endAllocations({ paymentId: item.id }, TODAY);
    await ledger.reversePayment({ ...entry(userId), bankDate: TODAY, paymentId: item.id, reason: 'x' });
    await ledger.settle(userId, { on: TODAY });
    model.cancel(item.id);
  }
};

const makeVoid = async ({ db, userId, random, model, kept }: Account) => {
  const ledger = makeLedgerStore(db);
  const item = pickAny(
    random,
    kept.items.filter(({ kind, amount, writtenOff }) => kind === 'invoice' && amount < 0 && writtenOff === 0),
  );
  if (item) {
    await makeInvoiceStore(db).makeVoid(item.invoiceId, ['pending', 'paid'], NOW);
    await ledger.endAllocations({ invoiceId: item.invoiceId }, TODAY);
    await ledger.reverseInvoice(item.invoiceId, TODAY, { adminId: 1, reason: null, now: NOW });
    await ledger.settle(userId, { on: TODAY });
    model.cancel(item.id);
  }
};

const refund = async ({ db, userId, random, model }: Account) => {
  const ledger = makeLedgerStore(db);
  const free = model.free();
  const cents = random.integer(1, 20_000);
  const refunded = await ledger.refund({
    ...entry(userId),
    bankDate: TODAY,
    amountCents: cents,
    method: 'eft',
    reason: 'x',
  });
  await ledger.settle(userId, { on: TODAY });
  expect(refunded !== undefined).toBe(free >= cents);
  if (refunded) {
    model.add({ id: refunded.id, kind: 'refund', date: TODAY, ageDate: TODAY, invoiceId: 0, cents: -cents });
  }
};

const correct = async ({ db, userId, random, model, kept }: Account) => {
  const ledger = makeLedgerStore(db);
  const cents = random.integer(-40_000, 40_000) || 1;
  const openingId = kept.items.find(({ kind }) => kind === 'opening')?.id ?? 0;
  await ledger.correct({ ...entry(userId), openingId, amountCents: cents, reason: 'x' });
  await ledger.settle(userId, { on: TODAY });
  model.correct(openingId, cents);
};

const toItem = ({ kind, invoiceId }: Kept['items'][number]) => ({
  invoiceId: kind === 'opening' ? null : invoiceId,
});

const writeOff = async ({ db, userId, random, model, kept }: Account) => {
  const item = pickAny(
    random,
    kept.items.filter(({ kind, due }) => kind !== 'refund' && due > 0),
  );
  if (item) {
    const amountCents = random.chance(0.3) ? item.due : random.integer(1, item.due);
    const order = { item: toItem(item), amountCents, reason: 'x', collection: 'x' };
    const tooMuch = { ...order, amountCents: item.due + 1 };
    expect(await makeLedgerStore(db).writeOff({ ...entry(userId), ...tooMuch })).toEqual({
      dueCents: item.due,
    });
    await makeLedgerStore(db).writeOff({ ...entry(userId), ...order });
    model.writeOff(item.id, amountCents);
  }
};

const writeOffAll = async ({ db, userId, model, kept }: Account) => {
  const order = { ...entry(userId), reason: 'x', collection: 'x' };
  const writtenOff = await makeLedgerStore(db).writeOffAll(order);
  let owed = 0;
  for (const { id, due } of kept.items) {
    model.writeOff(id, due);
    owed += due;
  }
  expect(writtenOff).toBe(owed);
};

const undoWriteOff = async ({ db, userId, random, model, kept }: Account) => {
  const ledger = makeLedgerStore(db);
  const item = pickAny(
    random,
    kept.items.filter(({ kind, writtenOff }) => kind !== 'refund' && writtenOff > 0),
  );
  if (item) {
    await ledger.undoWriteOff({ ...entry(userId), item: toItem(item), reason: 'x' });
    await ledger.settle(userId, { on: TODAY });
    model.undoWriteOff(item.id);
  }
};

const STEPS = { issue, pay, reverse, makeVoid, refund, correct, writeOff, writeOffAll, undoWriteOff };
const NAMES = [
  ...(['issue', 'issue', 'issue', 'pay', 'pay', 'pay', 'reverse', 'makeVoid', 'refund', 'correct'] as const),
  ...(['writeOff', 'writeOff', 'undoWriteOff', 'writeOffAll'] as const),
] as const;

/**
 * Changes one account at random, and compares it after each step with the model, and each payment with its preview.
 * Some steps share a transaction, which is faster.
 */
export const runRandomHistory = async (
  portal: TestPortal,
  seed: number,
  { transactions, stepsOfEach }: { transactions: number; stepsOfEach: number },
): Promise<void> => {
  const random = makeRandom(seed);
  const model = makeLedgerModel();
  const userId = await addUser(portal, { User_Debit: '-100.00', User_Date: NOW.toISOString() });
  const [opening] = (await readKept(portal.connection, userId)).items;
  model.add({
    id: opening?.id ?? 0,
    kind: 'opening',
    date: TODAY,
    ageDate: TODAY,
    invoiceId: 0,
    cents: -10_000,
  });
  const steps: string[] = [];

  for (let transaction = 0; transaction < transactions; transaction += 1) {
    await portal.connection.transaction(async (db) => {
      let kept = await readKept(db, userId);
      for (let step = 0; step < stepsOfEach; step += 1) {
        const name = random.pick(NAMES);
        steps.push(name);
        await STEPS[name]({ db, userId, random, model, kept });
        kept = await readKept(db, userId);
        expect({ seed, steps, allocated: kept.allocated }).toEqual({
          seed,
          steps,
          allocated: model.allocated(),
        });
        expect(Object.fromEntries(kept.items.map(({ id, due }) => [id, due]))).toEqual(model.dues());
        expect(Object.fromEntries(kept.items.map(({ id, writtenOff }) => [id, writtenOff]))).toEqual(
          model.writtenOff(),
        );
        expect(kept.balance).toBe(model.balance());
      }
    });
  }
};
