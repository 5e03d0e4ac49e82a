import * as z from 'zod';
import { BANK_ACCOUNT, PAYMENT_TERMS_DAYS } from '#shared/brand.ts';
import type { Seller } from '#shared/invoices/issued-invoice.ts';
import { readSettings } from '../settings.ts';
import { provider } from './provider-port.ts';
import { registeredFrom } from './registered-from.ts';

const optional = z.string().optional();

const settings = readSettings({
  SUPPLIER_VAT_NUMBER: optional,
  VAT_REGISTERED_FROM: registeredFrom,
  SUPPLIER_COMPLAINTS: optional,
  PAYMENT_TERMS_DAYS: z
    .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(0).max(365)])
    .optional(),
  BANK_ACCOUNT_NAME: optional,
  BANK_NAME: optional,
  BANK_BRANCH_CODE: optional,
  BANK_ACCOUNT_NUMBER: optional,
  BANK_ACCOUNT_TYPE: optional,
});

export const supplier: Seller = {
  /** With a VAT number the invoices are tax invoices (D30), from the first day of registration on. */
  supplier: {
    ...provider,
    vatNumber: settings.SUPPLIER_VAT_NUMBER || null,
    complaints: settings.SUPPLIER_COMPLAINTS || null,
  },
  registeredFrom: settings.VAT_REGISTERED_FROM ?? null,
  bank: {
    accountName: settings.BANK_ACCOUNT_NAME || BANK_ACCOUNT.accountName,
    bankName: settings.BANK_NAME || BANK_ACCOUNT.bankName,
    branchCode: settings.BANK_BRANCH_CODE || BANK_ACCOUNT.branchCode,
    accountNumber: settings.BANK_ACCOUNT_NUMBER || BANK_ACCOUNT.accountNumber,
    accountType: settings.BANK_ACCOUNT_TYPE || BANK_ACCOUNT.accountType,
  },
  termsDays: settings.PAYMENT_TERMS_DAYS ?? PAYMENT_TERMS_DAYS,
};
