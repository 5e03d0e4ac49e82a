import type { BankFileSummary } from '#shared/contract/bank/bank-files.ts';
import { firstDayNotOver } from '#shared/invoices/due-dates.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';

export const countClients = (clients: number): string =>
  `${formatCount(clients)} ${clients === 1 ? 'client' : 'clients'}`;

const wordReceived = ({ received, clients, thanked }: BankFileSummary): string => {
  const words = `${formatAmount(received)} received from ${countClients(clients)}`;
  if (thanked === 0) {
    return `${words}.`;
  }

  return clients === 1
    ? `${words}, who was thanked by mail.`
    : `${words}, ${formatCount(thanked)} thanked by mail.`;
};

/** On a later day other things have changed what is overdue, so it says only what the file did. */
const wordOverdue = ({ overdueBefore, overdueAfter, decidedOn }: BankFileSummary, now: Date): string => {
  const [before, after] = [formatAmount(overdueBefore), formatAmount(overdueAfter)];
  if (decidedOn !== firstDayNotOver(now)) {
    return `${after} is overdue now. Without this file it would be ${before}.`;
  }

  return `Overdue ${overdueAfter < overdueBefore ? 'fell' : 'rose'} from ${before} to ${after}.`;
};

/** Says what the bookings of a file came to, a sentence each; what is nothing has none. */
export const wordSummary = (summary: BankFileSummary, now: Date): string[] => [
  ...(summary.clients > 0 ? [wordReceived(summary)] : []),
  ...(summary.returned > 0 ? [`${formatAmount(summary.returned)} taken back by the bank.`] : []),
  ...(summary.overdueBefore === summary.overdueAfter ? [] : [wordOverdue(summary, now)]),
  ...(summary.unidentified > 0 ? [`${formatAmount(summary.unidentified)} put aside as unidentified.`] : []),
];

/** '5 clients are still overdue.' */
export const wordStillOverdue = ({ overdueClients }: BankFileSummary): string =>
  `${countClients(overdueClients)} ${overdueClients === 1 ? 'is' : 'are'} still overdue.`;
