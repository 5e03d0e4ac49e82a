import type { BankFileSummary } from '#shared/contract/bank/bank-files.ts';
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
    ? `${words}, who is thanked by mail.`
    : `${words}, ${formatCount(thanked)} ${thanked === 1 ? 'is' : 'are'} thanked by mail.`;
};

const wordOverdue = ({ overdueWithout, overdueNow }: BankFileSummary): string => {
  const change = formatAmount(Math.abs(overdueWithout - overdueNow));

  return `Overdue ${overdueNow < overdueWithout ? 'fell' : 'rose'} by ${change}: ${formatAmount(overdueNow)} is overdue now.`;
};

/** Says what became of a file's money, a sentence each; what is nothing has none. */
export const wordSummary = (summary: BankFileSummary, ignored: number): string[] => [
  ...(summary.clients > 0 ? [wordReceived(summary)] : []),
  ...(summary.returned > 0 ? [`${formatAmount(summary.returned)} taken back by the bank.`] : []),
  ...(summary.overdueWithout === summary.overdueNow ? [] : [wordOverdue(summary)]),
  ...(summary.unidentified > 0 ? [`${formatAmount(summary.unidentified)} put aside as unidentified.`] : []),
  ...(ignored > 0 ? [`${formatAmount(ignored)} ignored.`] : []),
];

/** '5 clients are still overdue.' */
export const wordStillOverdue = ({ overdueClients }: BankFileSummary): string =>
  `${countClients(overdueClients)} ${overdueClients === 1 ? 'is' : 'are'} still overdue.`;
