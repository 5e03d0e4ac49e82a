import { makeRandom, type Random } from '#local/seed/random.ts';
import { decimalFromCents } from '#shared/money.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { addInvoices } from './add-invoices.ts';
import { writeAccount } from './write-account.ts';
import { writeLateEntries } from './write-late-entries.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2024-03-01');
/** Every day of a history is before this one. */
export const HISTORY_END = '2026-11-01';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Adds an account with an opening balance, and with invoices of every status. */
const addAccount = async (portal: TestPortal, random: Random): Promise<number> => {
  const userId = await addUser(portal, {
    User_Debit: decimalFromCents(random.pick([0, 0, -45_050, -120_000, 30_000, 250_075])),
    User_Date: new Date(FIRST_DAY - 400 * DAY_MS).toISOString(),
  });
  const issued = Array.from({ length: random.integer(0, 4) }, () => {
    const day = dayOf(FIRST_DAY - random.integer(1, 300) * DAY_MS);
    const cents = random.integer(0, 90_000);
    const status = random.pick(['pending', 'paid', 'void']);

    return {
      total_amount: decimalFromCents(cents),
      status: cents === 0 && status === 'pending' ? 'paid' : status,
      created_at: `${day}T10:00:00Z`,
      ...(random.chance(0.5) && { due_date: dayOf(Date.parse(day) + 30 * DAY_MS) }),
    };
  });
  if (issued.length > 0) {
    await addInvoices(portal, userId, issued);
  }

  return userId;
};

/** Continues an account with steps on later and later days, which only payments date back, not before `earliest`. */
const continueAccount = async (
  portal: TestPortal,
  userId: number,
  random: Random,
  { steps, from, until, earliest }: { steps: number; from: number; until: number; earliest: number },
) => {
  const account = writeAccount(portal, userId);
  const open = { invoices: [] as number[], payments: [] as number[] };
  const take = (list: number[]) => list.splice(random.integer(0, list.length - 1), 1)[0];
  let ms = from;
  const stepMs = Math.floor((until - from) / (steps + 1));

  for (let step = 0; step < steps; step += 1) {
    ms += random.integer(0, Math.floor(stepMs / DAY_MS)) * DAY_MS;
    const today = dayOf(ms);
    const kind = random.pick([
      'issue',
      'issue',
      'issue',
      'pay',
      'pay',
      'reverse',
      'makeVoid',
      'refund',
      'correct',
      'creditNote',
      'writeOff',
    ]);
    const isOfInvoice = kind === 'makeVoid' || kind === 'creditNote' || kind === 'writeOff';
    const invoiceId = isOfInvoice ? take(open.invoices) : undefined;
    const paymentId = kind === 'reverse' ? take(open.payments) : undefined;
    if (kind === 'issue') {
      const dueDate = dayOf(ms + random.integer(0, 40) * DAY_MS);
      open.invoices.push(await account.issue(today, random.integer(1, 90_000), dueDate));
    } else if (kind === 'pay') {
      const back = random.integer(1, 120) * DAY_MS;
      const paidOn = random.chance(0.5) ? today : dayOf(Math.max(ms - back, earliest));
      open.payments.push(await account.pay(paidOn, random.integer(1, 120_000)));
    } else if (kind === 'refund') {
      await account.refund(today, random.integer(1, 20_000));
    } else if (kind === 'correct') {
      await account.correct(today, random.pick([-30_000, -1, 1, 25_000]));
    } else if (paymentId !== undefined) {
      await account.reverse(today, paymentId);
    } else if (invoiceId !== undefined && kind === 'makeVoid') {
      await account.makeVoid(today, invoiceId);
    } else if (invoiceId !== undefined && kind === 'creditNote') {
      await writeLateEntries(portal, userId, invoiceId).creditNote(today, random);
    } else if (invoiceId !== undefined) {
      await writeLateEntries(portal, userId, invoiceId).writeOff(today, random);
    }
  }
};

/** Writes generated accounts, and returns their ids. */
export const writeHistories = async (
  portal: TestPortal,
  { accounts, steps }: { accounts: number; steps: number },
): Promise<number[]> => {
  const randoms = Array.from({ length: accounts }, (_, index) => makeRandom(index + 1));
  const userIds = await Promise.all(randoms.map((random) => addAccount(portal, random)));
  const days = { from: FIRST_DAY, until: Date.parse(HISTORY_END), earliest: 0 };
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
