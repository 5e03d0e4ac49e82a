import * as z from 'zod';
import { readSettings } from '#functions/runtime/settings.ts';
import { VENDORS, type Vendor } from '#shared/privacy.ts';

const named = z.string().transform((text) => text.split(','));

const settings = readSettings({ VENDORS: named });

export const vendors: readonly Vendor[] = VENDORS.filter((vendor) => settings.VENDORS.includes(vendor));
