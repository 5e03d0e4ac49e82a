import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { Provider, Seller } from '#shared/invoices/issued-invoice.ts';

/** A provider for tests that start no portal. */
export const PROVIDER: Provider = {
  name: 'Acme Telecom (Pty) Ltd',
  registrationNumber: '2019/654321/07',
  addressLines: ['1 Long Street', 'Cape Town', '8001'],
  email: 'accounts@acme.test',
  phone: '021 555 0199',
};

export const SELLER: Seller = {
  supplier: { ...PROVIDER, vatNumber: null, complaints: null },
  registeredFrom: null,
  bank: BANK_ACCOUNT,
  termsDays: 7,
};
