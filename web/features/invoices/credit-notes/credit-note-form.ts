import * as z from 'zod';
import { cutAtMonthEnds, type DaysOfMonth, partCents } from '#shared/billing/part-of-month.ts';
import {
  type CreditNoteOrder,
  type CreditNoteReason,
  creditedLine,
  creditNoteReason,
  explanation,
} from '#shared/contract/credit-notes.ts';
import type { InvoiceWithLines } from '#shared/contract/invoices.ts';
import { positiveAmount } from '#shared/contract/payments/ledger-payments.ts';
import { amountFromCents, centsFromAmount, lineCents } from '#shared/money.ts';
import { entryFromAmount, readAmount } from '../../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../../lib/forms/amount-schema.ts';

export type InvoiceLine = InvoiceWithLines['lineItems'][number];

/** A chosen line with its amount as typed; without days, both are empty. */
export interface ChosenLine {
  lineId: number;
  amount: string;
  from: string;
  to: string;
}

export interface CreditNoteForm {
  by: 'amount' | 'lines';
  amount: string;
  lines: ChosenLine[];
  reason: CreditNoteReason | '';
  explanation: string;
}

/** The choice begins with none. */
const reason = z.preprocess((chosen) => chosen || undefined, creditNoteReason);

const byAmount = z.object({
  by: z.literal('amount'),
  amount: amountEntry.pipe(positiveAmount),
  reason,
  explanation,
});
const byLines = z.object({
  by: z.literal('lines'),
  lines: z
    .array(
      z
        .object({
          lineId: z.number(),
          amount: amountEntry.pipe(positiveAmount),
          from: z.string(),
          to: z.string(),
        })
        .transform(
          ({ from, to, ...line }): z.input<typeof creditedLine> => ({
            ...line,
            from: from || undefined,
            to: to || undefined,
          }),
        )
        .pipe(creditedLine),
    )
    .min(1, 'Choose at least one line'),
  reason,
  explanation,
});

/** Checks the half of the form that is shown, and leaves the other out of what is sent. */
export const creditNoteForm: z.ZodType<CreditNoteOrder, CreditNoteForm> = z
  .discriminatedUnion('by', [byAmount, byLines])
  .transform(({ by: _, ...order }): CreditNoteOrder => order) as never;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the number of days from the first to the last; NaN while one of them is missing. */
const countDays = ({ from, to }: { from: string | null; to: string | null }): number =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY_MS + 1;

/** Returns what credit notes leave of a line, in cents. */
export const restCentsOfLine = (line: InvoiceLine): number =>
  lineCents(line) - centsFromAmount(line.credited);

/** The days that a line no longer bills, and what is left of the invoice for it, in cents. */
interface Offered {
  from: string;
  to: string;
  freeCents: number;
}

/**
 * Returns what days of a line cost: by the formula of the run if it computed the line, else the line's amount by days,
 * half up (D67).
 */
const costOf = (line: InvoiceLine, days: DaysOfMonth): number => {
  const { pricePerMonth, daysIssued } = line;
  if (pricePerMonth !== null) {
    return cutAtMonthEnds(days).reduce(
      (sum, part) => sum + partCents(centsFromAmount(pricePerMonth), part),
      0,
    );
  }

  return Math.round((lineCents(line) * countDays(days)) / (daysIssued ?? 1));
};

/** Returns what is credited for these days of a line, for an administrator to change: all that is left for all days. */
const offerOf = (line: InvoiceLine, { from, to, freeCents }: Offered): string => {
  const restCents = restCentsOfLine(line);
  const isPart =
    from <= to &&
    from >= (line.from ?? '') &&
    to <= (line.to ?? '') &&
    countDays({ from, to }) < countDays(line);
  const offered = isPart ? Math.max(1, costOf(line, { from, to })) : restCents;

  return entryFromAmount(amountFromCents(Math.min(offered, restCents, freeCents)));
};

/** Returns what is left of an invoice beside the chosen lines, or all but one of them, in cents. */
export const freeCentsBeside = (restCents: number, chosen: readonly ChosenLine[], lineId?: number): number =>
  restCents - centsOf({ by: 'lines', amount: '', lines: chosen.filter((one) => one.lineId !== lineId) });

/** Chooses a line: all that is left of it, or its days from this one on. */
export const chooseLine = (line: InvoiceLine, freeCents: number, since = ''): ChosenLine => {
  const from = line.from !== null && since > line.from ? since : (line.from ?? '');
  const to = line.to ?? '';

  return { lineId: line.id, amount: offerOf(line, { from, to, freeCents }), from, to };
};

/** Changes the days; the amount follows unless another one was typed. */
export const changeDays = (
  line: InvoiceLine,
  chosen: ChosenLine,
  change: Partial<Pick<ChosenLine, 'from' | 'to'>>,
  freeCents: number,
): ChosenLine => {
  const days = { from: chosen.from, to: chosen.to, ...change };
  const isAsOffered = readAmount(chosen.amount) === readAmount(offerOf(line, { ...chosen, freeCents }));

  return { ...chosen, ...days, amount: isAsOffered ? offerOf(line, { ...days, freeCents }) : chosen.amount };
};

/** Returns what the form takes off the invoice, in cents. */
export const centsOf = ({ by, amount, lines }: Pick<CreditNoteForm, 'by' | 'amount' | 'lines'>): number =>
  by === 'amount'
    ? centsFromAmount(readAmount(amount))
    : lines.reduce((sum, line) => sum + centsFromAmount(readAmount(line.amount)), 0);

/** What is filled in when the form opens. */
export interface CreditStart {
  /** All that is left of the invoice, for one that cannot be voided. */
  isWhole?: boolean;
  /** The service that ended, and the first day that it no longer has. */
  service?: { id: number; since: string };
}

/** Returns the first values of the form. */
export const newCreditNote = (
  restCents: number,
  detail: readonly InvoiceLine[],
  { isWhole = false, service }: CreditStart,
): CreditNoteForm => {
  const lines: ChosenLine[] = [];
  for (const line of service ? detail : []) {
    const freeCents = Math.min(restCentsOfLine(line), freeCentsBeside(restCents, lines));
    const isBilled = line.serviceId === service?.id && line.to !== null && line.to >= (service?.since ?? '');
    if (isBilled && freeCents > 0) {
      lines.push(chooseLine(line, freeCents, service?.since));
    }
  }

  return {
    by: lines.length > 0 ? 'lines' : 'amount',
    amount: isWhole ? entryFromAmount(amountFromCents(restCents)) : '',
    lines,
    reason: isWhole || lines.length > 0 ? 'cancelled' : '',
    explanation: '',
  };
};
