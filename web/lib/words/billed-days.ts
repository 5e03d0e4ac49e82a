import type { ClientService } from '#shared/contract/client.ts';
import { formatDayInWords } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';

type Days = Pick<ClientService, 'billedUntil' | 'billUntil'>;

/** 'Billed until 31 December · R 399,00 from 15 January 2027 · Last day 10 February 2027'; '' if nothing is known. */
export const wordServiceDays = (
  { billedUntil, billUntil }: Days,
  planned: readonly (ClientService['nextPrice'] & {})[],
  now = new Date(),
): string =>
  [
    billedUntil && `Billed until ${formatDayInWords(billedUntil, now)}`,
    ...planned.map(({ from, amount }) => `${formatAmount(amount)} from ${formatDayInWords(from, now)}`),
    billUntil && `Last day ${formatDayInWords(billUntil, now)}`,
  ]
    .filter(Boolean)
    .join(' · ');
