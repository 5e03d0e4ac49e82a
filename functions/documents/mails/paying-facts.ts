import type { BankAccount } from '#shared/invoices/issued-invoice.ts';
import { type AccountNow, wordStillPayable } from '#shared/invoices/still-payable.ts';
import { formatRand } from '#shared/money.ts';
import { type MailPart, paragraph } from './mail-parts.ts';

/** The bank account and the reference by which a client pays. */
export const renderHowToPay = (bank: BankAccount, reference: string): MailPart[] => [
  paragraph('How to pay by EFT:'),
  {
    facts: [
      ['Bank', bank.bankName],
      ['Account name', bank.accountName],
      ['Account type', bank.accountType],
      ['Branch code', bank.branchCode],
      ['Account number', bank.accountNumber],
      ['Payment reference', reference],
    ],
  },
];

const wordBalance = (balanceCents: number, nothing: string): string => {
  if (balanceCents < 0) {
    return `You still owe ${formatRand(-balanceCents)}.`;
  }

  return balanceCents > 0 ? `${nothing}, and you have ${formatRand(balanceCents)} credit.` : `${nothing}.`;
};

/** Says what a client owes in all or has as credit, and what else is still payable. */
export const wordAccount = ({ balanceCents, stillPayable }: AccountNow): string =>
  stillPayable.amount > 0
    ? `${wordBalance(balanceCents, 'Nothing is owed in our books')} ${wordStillPayable(stillPayable)}.`
    : wordBalance(balanceCents, 'Nothing is owed');
