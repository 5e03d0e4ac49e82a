import * as z from 'zod';
import { PROVIDER } from '#shared/brand.ts';
import type { Supplier } from '#shared/issued-invoice.ts';
import { readSettings } from '../settings.ts';

const settings = readSettings({ SUPPLIER_VAT_NUMBER: z.string().optional() });

/** A VAT number makes the invoices tax invoices (D30). */
export const supplier: Supplier = { ...PROVIDER, vatNumber: settings.SUPPLIER_VAT_NUMBER || null };
