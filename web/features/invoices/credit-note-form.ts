import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod';
import {
  type CreditNoteOrder,
  type CreditNoteReason,
  creditedLine,
  creditNoteReason,
  explanation,
} from '#shared/contract/credit-notes.ts';
import type { InvoiceWithLines } from '#shared/contract/invoices.ts';
import { positiveAmount } from '#shared/contract/ledger-payments.ts';
import { amountFromCents, centsFromAmount, lineCents } from '#shared/money.ts';
import { entryFromAmount, readAmount } from '../../lib/amount-entry.ts';
import { amountEntry } from '../../lib/amount-schema.ts';

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

const byAmount = z.object({ amount: amountEntry.pipe(positiveAmount), reason, explanation });
const byLines = z.object({
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

const CHECKS: Record<CreditNoteForm['by'], Resolver<CreditNoteForm, unknown, CreditNoteOrder>> = {
  amount: zodResolver(byAmount) as never,
  lines: zodResolver(byLines) as never,
};

/** Checks the half of the form that is shown, and leaves the other out of what is sent. */
export const checkCreditNote: Resolver<CreditNoteForm, unknown, CreditNoteOrder> = (values, ...more) =>
  CHECKS[values.by](values, ...more);

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the number of days from the first to the last; NaN while one of them is missing. */
const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns the part of a line's amount that falls on these days, for an administrator to change. */
const shareOf = (line: InvoiceLine, from: string, to: string): number => {
  const cents = lineCents(line);
  const share = countDays(from, to) / countDays(line.from ?? '', line.to ?? '');

  return share > 0 && share < 1 ? Math.round(cents * share) : cents;
};

/** Chooses a line: all of it, or its days from this one on. */
export const chooseLine = (line: InvoiceLine, since = ''): ChosenLine => {
  const { from, to } = line;
  const first = from !== null && since > from ? since : (from ?? '');

  return {
    lineId: line.id,
    amount: entryFromAmount(amountFromCents(shareOf(line, first, to ?? ''))),
    from: first,
    to: to ?? '',
  };
};

/** Changes the days; the amount follows unless another one was typed. */
export const changeDays = (
  line: InvoiceLine,
  chosen: ChosenLine,
  change: Partial<Pick<ChosenLine, 'from' | 'to'>>,
): ChosenLine => {
  const days = { from: chosen.from, to: chosen.to, ...change };
  const isAsOffered = readAmount(chosen.amount) === amountFromCents(shareOf(line, chosen.from, chosen.to));

  return {
    ...chosen,
    ...days,
    amount: isAsOffered ? entryFromAmount(amountFromCents(shareOf(line, days.from, days.to))) : chosen.amount,
  };
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
  lines: readonly InvoiceLine[],
  { isWhole = false, service }: CreditStart,
): CreditNoteForm => {
  const ended = service
    ? lines.filter(({ serviceId, to }) => serviceId === service.id && to !== null && to >= service.since)
    : [];

  return {
    by: ended.length > 0 ? 'lines' : 'amount',
    amount: isWhole ? entryFromAmount(amountFromCents(restCents)) : '',
    lines: ended.map((line) => chooseLine(line, service?.since)),
    reason: isWhole || ended.length > 0 ? 'cancelled' : '',
    explanation: '',
  };
};
