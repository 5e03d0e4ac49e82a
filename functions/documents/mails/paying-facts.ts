import type { BankAccount } from '#shared/issued-invoice.ts';
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

/** Says what a client owes in all, or has as credit. */
export const wordBalance = (balanceCents: number): string => {
  if (balanceCents < 0) {
    return `You still owe ${formatRand(-balanceCents)}.`;
  }

  return balanceCents > 0
    ? `Nothing is owed, and you have ${formatRand(balanceCents)} credit.`
    : 'Nothing is owed.';
};
