import * as z from 'zod';
import type { Provider } from '#shared/invoices/issued-invoice.ts';
import { readSettings, requiredSetting } from '../settings.ts';

const settings = readSettings({
  PROVIDER_NAME: requiredSetting,
  PROVIDER_REGISTRATION_NUMBER: z.string(),
  PROVIDER_ADDRESS: requiredSetting,
  CONTACT_EMAIL: requiredSetting,
  CONTACT_PHONE: requiredSetting,
});

export const provider: Provider = {
  name: settings.PROVIDER_NAME,
  registrationNumber: settings.PROVIDER_REGISTRATION_NUMBER || null,
  addressLines: settings.PROVIDER_ADDRESS.split(',').map((part) => part.trim()),
  email: settings.CONTACT_EMAIL,
  phone: settings.CONTACT_PHONE,
};
