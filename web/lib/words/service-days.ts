import type { ClientService } from '#shared/contract/client.ts';
import { dayAfter, formatDayInWords } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';

interface BilledDays extends Pick<ClientService, 'billedUntil' | 'billUntil'> {
  billFrom?: string | null;
  /** Prices from a later day on. */
  planned: readonly NonNullable<ClientService['nextPrice']>[];
}

/** 'Billed until 31 December · R 399,00 from 15 January 2027 · ends on 10 February 2027'; '' if nothing is known. */
export const wordServiceDays = (
  { billFrom = null, billedUntil, billUntil, planned }: BilledDays,
  now: Date,
): string => {
  const today = dayAfter(now, 0);
  const parts = [
    ...(billFrom !== null && billFrom > today ? [`billed from ${formatDayInWords(billFrom, now)}`] : []),
    ...(billedUntil === null ? [] : [`billed until ${formatDayInWords(billedUntil, now)}`]),
    ...planned.map(({ from, amount }) => `${formatAmount(amount)} from ${formatDayInWords(from, now)}`),
    ...(billUntil === null
      ? []
      : [`${billUntil < today ? 'ended' : 'ends'} on ${formatDayInWords(billUntil, now)}`]),
  ];
  const text = parts.join(' · ');

  return text.charAt(0).toUpperCase() + text.slice(1);
};
