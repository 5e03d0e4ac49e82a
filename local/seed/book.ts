import type { CreditNoteReason } from '#shared/contract/credit-notes.ts';
import type { LineItem } from '#shared/contract/invoices.ts';
import type { PaymentMethod } from '#shared/contract/payments/ledger-payments.ts';
import { monthAfter } from '#shared/dates.ts';
import { centsFromDecimal, lineCents } from '#shared/money.ts';
import { daysOfMonth, formatMonth, startOfMonth } from '#shared/months.ts';
import { instantBetween, type SeedService } from './demo-services.ts';
import type { SeedUser } from './demo-users.ts';
import type { Random } from './random.ts';

/** A line of an invoice; one for a month of a service names that service in place of its id, which is not known yet. */
export type SeedLine = LineItem & { service?: SeedService };

/** What happens to the money of a client, for the portal itself to write, so that numbers and PDFs are real. */
export type SeedEvent = { owNumber: string; at: string } & (
  | { kind: 'invoice'; lines: SeedLine[] }
  /** Credits an amount of the client's newest invoice. */
  | { kind: 'credit-note'; cents: number; reason: CreditNoteReason; explanation: string }
  /** Writes off an amount of the client's newest invoice. */
  | { kind: 'write-off'; cents: number; reason: string; collection: string }
  /** With `paysNewest` it names the client's newest invoice; else it pays the oldest first. */
  | { kind: 'payment'; cents: number; method: PaymentMethod; note: string | null; paysNewest: boolean }
  /** Reverses the client's newest payment. */
  | { kind: 'reversal'; reason: string }
  | { kind: 'refund'; cents: number; method: PaymentMethod; reason: string }
);

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PAID_WITHIN_DAYS = 14;

/** The services of each client, by OW number. */
type Subscriptions = ReadonlyMap<string, readonly SeedService[]>;

/** Returns the first day of the month that lies this number of months before the present one. */
export const monthsAgo = (months: number, now: Date): Date => {
  let start = startOfMonth(now);
  for (let passed = 0; passed < months; passed += 1) {
    start = startOfMonth(new Date(start.getTime() - 1));
  }

  return start;
};

/** The data of all clients, and the present time. */
export interface World {
  subscriptions: Subscriptions;
  random: Random;
  now: Date;
}

/** Makes the book of a client, which notes what happens and knows what is owed. */
export const makeBook = ({ OWNumber, User_Debit }: SeedUser, { subscriptions, random, now }: World) => {
  const events: SeedEvent[] = [];
  let owedCents = -centsFromDecimal(User_Debit);
  let newest = { at: now, cents: 0 };

  const issue = (at: Date, lines: SeedLine[]) => {
    const cents = lines.reduce((sum, line) => sum + lineCents(line), 0);
    owedCents += cents;
    newest = { at, cents };
    events.push({ owNumber: OWNumber, at: at.toISOString(), kind: 'invoice', lines });
  };
  /** Issues the invoice for the active services of a month, at eight on its first morning. */
  const issueMonth = (months: number, extra: LineItem[] = []) => {
    const start = monthsAgo(months, now);
    const days = daysOfMonth(monthAfter(start, 0));
    const lines = (subscriptions.get(OWNumber) ?? [])
      .filter(({ status, created_at }) => status === 'active' && Date.parse(created_at) < start.getTime())
      .map((service) => ({
        description: `${service.account_type}, ${formatMonth(start)}`,
        amount: Number(service.price_per_month),
        quantity: 1,
        service,
        ...days,
      }));
    issue(new Date(Math.min(start.getTime() + 8 * HOUR_MS, now.getTime())), [...lines, ...extra]);
  };
  /** Returns a time in the two weeks after the newest invoice, at the latest `before`. */
  const soon = (before = now): Date => {
    const latest = Math.min(newest.at.getTime() + PAID_WITHIN_DAYS * DAY_MS, before.getTime());

    return new Date(instantBetween(random, newest.at.toISOString(), new Date(latest)));
  };
  const pay = (
    at: Date,
    {
      cents = owedCents,
      method = 'eft',
      note = null,
      paysNewest = false,
    }: { cents?: number; method?: PaymentMethod; note?: string | null; paysNewest?: boolean } = {},
  ) => {
    if (cents > 0) {
      owedCents -= cents;
      events.push({
        owNumber: OWNumber,
        at: at.toISOString(),
        kind: 'payment',
        cents,
        method,
        note,
        paysNewest,
      });
    }
  };

  return {
    events,
    issue,
    issueMonth,
    soon,
    pay,
    newest: () => newest,
    reverse: (at: Date, cents: number, reason: string) => {
      owedCents += cents;
      events.push({ owNumber: OWNumber, at: at.toISOString(), kind: 'reversal', reason });
    },
    refund: (at: Date, cents: number, reason: string) => {
      owedCents += cents;
      events.push({ owNumber: OWNumber, at: at.toISOString(), kind: 'refund', cents, method: 'eft', reason });
    },
    credit: (at: Date, note: { cents: number; reason: CreditNoteReason; explanation: string }) => {
      owedCents -= note.cents;
      events.push({ owNumber: OWNumber, at: at.toISOString(), kind: 'credit-note', ...note });
    },
    writeOff: (at: Date, debt: { cents: number; reason: string; collection: string }) => {
      owedCents -= debt.cents;
      events.push({ owNumber: OWNumber, at: at.toISOString(), kind: 'write-off', ...debt });
    },
  };
};

export type Book = ReturnType<typeof makeBook>;
