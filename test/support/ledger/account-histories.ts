import { sql } from 'drizzle-orm';
import type { NamedInvoice } from '#functions/ports/database/payments/ledger-store.ts';
import { makeRandom, type Random } from '#local/seed/random.ts';
import { decimalFromCents } from '#shared/money.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { writeAccount } from './write-account.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2024-03-01');
/** An opening balance is this many days older, and some invoices as old as it. */
const OPENING_DAYS = 400;
/** Every day of a history is before this one. */
export const HISTORY_END = '2026-11-01';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

interface Span {
  steps: number;
  from: number;
  until: number;
  earliest: number;
  namedBy?: Map<number, readonly NamedInvoice[]> | undefined;
}

/** Adds an account with an opening balance, and with invoices without VAT of every status. */
const addAccount = async (portal: TestPortal, random: Random): Promise<number> => {
  const userId = await addUser(portal, {
    User_Debit: decimalFromCents(random.pick([0, 0, -45_050, -120_000, 30_000, 250_075])),
    User_Date: new Date(FIRST_DAY - OPENING_DAYS * DAY_MS).toISOString(),
  });
  const { issue, pay, makeVoid } = writeAccount(portal, userId);
  const days = Array.from({ length: random.integer(0, 4) }, () =>
    dayOf(FIRST_DAY - random.pick([OPENING_DAYS, random.integer(1, 300)]) * DAY_MS),
  );
  for (const day of days.toSorted()) {
    const cents = random.integer(1, 90_000);
    const dueDay = random.chance(0.5) ? dayOf(Date.parse(day) + 30 * DAY_MS) : day;
    const invoiceId = await issue(day, cents, dueDay, null);
    const status = random.pick(['pending', 'paid', 'void']);
    if (status === 'paid') {
      await pay(day, cents);
    } else if (status === 'void') {
      await makeVoid(day, invoiceId);
    }
  }

  return userId;
};

/** Names some of what is open or written off, together at most the payment. */
const nameSome = async (
  { connection }: TestPortal,
  userId: number,
  random: Random,
  cents: number,
): Promise<NamedInvoice[]> => {
  const { rows } = await connection.execute(sql`
    select invoice_id as id, ((due + written_off) * 100)::int as most from ledger_items
    where user_id = ${userId} and kind in ('invoice', 'opening') and amount <= 0
      and due + written_off > 0 order by id`);
  let left = cents;

  return rows.flatMap(({ id, most }) => {
    const amountCents = random.chance(0.2) ? Math.min(random.integer(1, Number(most)), left) : 0;
    left -= amountCents;

    return amountCents > 0 ? [{ invoiceId: id === null ? null : Number(id), amountCents }] : [];
  });
};

/** What is due of an invoice, and what its total is, in cents. */
const readInvoice = async ({ connection }: TestPortal, invoiceId: number) => {
  const { rows } = await connection.execute(sql`
    select (due * 100)::int as due, (-amount * 100)::int as total from ledger_items where invoice_id = ${invoiceId}`);

  return { due: Number(rows[0]?.due), total: Number(rows[0]?.total) };
};

const ACTS = [
  ...(['issue', 'issue', 'issue', 'pay', 'pay', 'reverse', 'makeVoid', 'refund', 'correct'] as const),
  ...(['credit', 'writeOff', 'writeOffAll'] as const),
];

/**
 * Continues an account with steps, several of them on one day, of which only payments are dated back, not before
 * `earliest`. `namedBy` collects what payments name.
 */
const continueAccount = async (
  portal: TestPortal,
  userId: number,
  random: Random,
  { steps, from, until, earliest, namedBy }: Span,
) => {
  const account = writeAccount(portal, userId);
  const invoices: number[] = [];
  const payments: number[] = [];
  const take = (list: number[]) => list.splice(random.integer(0, list.length - 1), 1)[0];
  const pay = async (day: string, cents: number, named: NamedInvoice[]) => {
    const id = await account.pay(day, cents, named);
    namedBy?.set(id, named);
    payments.push(id);
  };
  let ms = from;
  const stepMs = Math.floor((until - from) / (steps + 1));

  const acts: Record<(typeof ACTS)[number], (today: string) => unknown> = {
    issue: async (today) => {
      const dueDate = dayOf(ms + random.pick([0, 0, 7, random.integer(0, 40)]) * DAY_MS);
      invoices.push(await account.issue(today, random.integer(1, 90_000), dueDate));
    },
    pay: async (today) => {
      const back = random.integer(1, 120) * DAY_MS;
      const cents = random.integer(1, 120_000);
      const day = random.chance(0.5) ? today : dayOf(Math.max(ms - back, earliest));
      await pay(day, cents, await nameSome(portal, userId, random, cents));
    },
    reverse: async (today) => {
      const paymentId = take(payments);
      await (paymentId && account.reverse(today, paymentId));
    },
    makeVoid: async (today) => {
      const invoiceId = take(invoices);
      await (invoiceId && account.makeVoid(today, invoiceId));
    },
    refund: (today) => account.refund(today, random.integer(1, 20_000)),
    correct: (today) => account.correct(today, random.pick([-30_000, -1, 1, 25_000])),
    credit: async (today) => {
      const invoiceId = take(invoices);
      const { total } = await readInvoice(portal, invoiceId ?? 0);
      await (invoiceId && account.credit(today, invoiceId, random.pick([total, random.integer(1, total)])));
    },
    // A write-off sometimes stays, is sometimes undone, and is sometimes paid in part after all.
    writeOff: async (today) => {
      const invoiceId = take(invoices);
      const { due } = await readInvoice(portal, invoiceId ?? 0);
      if (invoiceId && due > 0) {
        const cents = random.pick([due, random.integer(1, due)]);
        await account.writeOff(today, invoiceId, cents);
        const later = random.pick(['undo', 'recover', '']);
        if (later === 'undo') {
          await account.undoWriteOff(today, invoiceId);
        } else if (later === 'recover') {
          await pay(today, cents, [{ invoiceId, amountCents: random.integer(1, cents) }]);
        }
      }
    },
    writeOffAll: async (today) => {
      if (random.chance(0.3)) {
        await account.writeOffAll(today);
        invoices.splice(0);
      }
    },
  };

  for (let step = 0; step < steps; step += 1) {
    ms += random.chance(0.3) ? 0 : random.integer(0, Math.floor(stepMs / DAY_MS)) * DAY_MS;
    await acts[random.pick(ACTS)](dayOf(ms));
  }
};

/** Writes generated accounts, and returns their ids. */
export const writeHistories = async (
  portal: TestPortal,
  { accounts, steps, namedBy }: { accounts: number } & Pick<Span, 'steps' | 'namedBy'>,
): Promise<number[]> => {
  const randoms = Array.from({ length: accounts }, (_, index) => makeRandom(index + 1));
  const userIds = await Promise.all(randoms.map((random) => addAccount(portal, random)));
  const days = { from: FIRST_DAY, until: Date.parse(HISTORY_END), earliest: 0, namedBy };
  for (const [index, random] of randoms.entries()) {
    await continueAccount(portal, userIds[index] ?? 0, random, { steps, ...days });
  }

  return userIds;
};

/** Continues generated accounts after the end of their histories, with no entry of that day or an earlier one. */
export const continueHistories = async (
  portal: TestPortal,
  userIds: readonly number[],
  { steps, until }: { steps: number; until: string },
): Promise<void> => {
  const from = Date.parse(HISTORY_END) + DAY_MS;
  for (const userId of userIds) {
    await continueAccount(portal, userId, makeRandom(userId), {
      steps,
      from,
      until: Date.parse(until),
      earliest: from,
    });
  }
};
