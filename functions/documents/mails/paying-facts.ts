import type { BankAccount } from '#shared/issued-invoice.ts';
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
