import * as z from 'zod';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { readSettings } from '#functions/runtime/settings.ts';
import { TAX_PERIODS } from '#shared/books/vat-periods.ts';
import { CREDIT_NOTE_FIELDS } from '#shared/books/vat-rows.ts';
import { registeredFrom } from './registered-from.ts';

const empty = z.literal('').transform(() => undefined);

const settings = readSettings({
  SUPPLIER_VAT_NUMBER: z.string().optional(),
  VAT_TAX_PERIOD: z.union([empty, z.enum(TAX_PERIODS)]).optional(),
  VAT_REGISTERED_FROM: registeredFrom,
  VAT_CREDIT_NOTE_FIELD: z.union([empty, z.enum(CREDIT_NOTE_FIELDS)]).optional(),
});

export const vatSettings: VatSettings = {
  vatNumber: settings.SUPPLIER_VAT_NUMBER || null,
  taxPeriod: settings.VAT_TAX_PERIOD ?? 'even-months',
  registeredFrom: settings.VAT_REGISTERED_FROM ?? null,
  creditNoteField: settings.VAT_CREDIT_NOTE_FIELD ?? '18',
};
