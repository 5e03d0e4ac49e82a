import * as z from 'zod';
import { readSettings } from '#functions/runtime/settings.ts';
import { type DataPlaces, VENDORS } from '#shared/privacy.ts';

const named = z.string().transform((text) => text.split(','));

const settings = readSettings({
  VENDORS: named,
  DATABASE_COUNTRY: z.string().min(1),
  /** Empty if no copy leaves the region. */
  COPY_COUNTRY: z.string(),
});

export const vendors: DataPlaces = {
  vendors: VENDORS.filter((vendor) => settings.VENDORS.includes(vendor)),
  databaseCountry: settings.DATABASE_COUNTRY,
  copyCountry: settings.COPY_COUNTRY || null,
};
