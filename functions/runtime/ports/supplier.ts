import * as z from 'zod';
import type { Supplier } from '#functions/ports/invoice-store.ts';
import { PROVIDER } from '#shared/brand.ts';
import { readSettings } from '../settings.ts';

const settings = readSettings({ SUPPLIER_VAT_NUMBER: z.string().optional() });

/** A VAT number makes the invoices tax invoices (decision 30). */
export const supplier: Supplier = { ...PROVIDER, vatNumber: settings.SUPPLIER_VAT_NUMBER || null };
