import * as z from 'zod';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import { readSettings } from '#functions/runtime/settings.ts';
import { readOtherAccounts } from '#shared/bank/bank-accounts.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';

const optional = z.string().optional();

const settings = readSettings({
  BANK_NAME: optional,
  BANK_ACCOUNT_NUMBER: optional,
  OTHER_BANK_ACCOUNTS: optional,
});

export const bankAccounts: BankAccounts = [
  {
    bank: settings.BANK_NAME || BANK_ACCOUNT.bankName,
    number: (settings.BANK_ACCOUNT_NUMBER || BANK_ACCOUNT.accountNumber).replaceAll(/\D/g, ''),
  },
  ...readOtherAccounts(settings.OTHER_BANK_ACCOUNTS ?? ''),
];
