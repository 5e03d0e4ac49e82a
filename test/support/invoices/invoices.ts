import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { Buyer, IssuedInvoice, IssuedTerms, Supplier } from '#shared/invoices/issued-invoice.ts';

interface InvoiceParts {
  invoiceNumber?: string;
  createdAt?: string;
  supplier?: Partial<Supplier>;
  buyer?: Partial<Buyer>;
  /** One line for each amount. */
  amountsCents?: number[];
  description?: string;
  terms?: Partial<IssuedTerms>;
  isVoid?: boolean;
  copiedAt?: string | null;
}

/** Returns the terms of an invoice of which credit paid a part. */
export const makeTerms = (creditCents = 0): IssuedTerms => ({
  layout: 3,
  vatPercent: 15,
  bank: BANK_ACCOUNT,
  termsDays: 7,
  dueDate: '2026-11-27',
  reference: 'OW10042',
  creditCents,
});

/** Returns a plausible tax invoice with two lines, changed by the given parts. */
export const makeInvoice = ({
  invoiceNumber = 'INV-2026-000123',
  createdAt = '2026-11-20T08:00:00Z',
  supplier,
  buyer,
  amountsCents = [39_700, 123_450],
  description,
  terms,
  isVoid = false,
  copiedAt = null,
}: InvoiceParts): IssuedInvoice => ({
  invoiceNumber,
  createdAt,
  supplier: {
    name: 'OW Connect (Pty) Ltd',
    registrationNumber: '2014/123456/07',
    addressLines: ['14 Loop Street', 'Cape Town', '8001', 'South Africa'],
    email: 'accounts@owconnect.example',
    phone: '021 555 0123',
    vatNumber: '4870261234',
    complaints: null,
    ...supplier,
  },
  buyer: {
    name: 'Thandeka Nêl',
    organisation: 'Ubuntu Textiles & Šport (Pty) Ltd',
    address: '22 Jan Smuts Avenue, Parktown',
    town: 'Johannesburg',
    postalCode: '2193',
    state: 'Gauteng',
    country: 'South Africa',
    vatNumber: '4123456789',
    owNumber: 'OW10042',
    email: 'accounts@ubuntu-textiles.example',
    ...buyer,
  },
  lines: amountsCents.map((amountCents, index) => ({
    description: description ?? `Uncapped 5G data, line ${index + 1}`,
    unitCents: amountCents,
    quantity: 1,
    amountCents,
  })),
  totalCents: amountsCents.reduce((sum, amountCents) => sum + amountCents, 0),
  terms: { ...makeTerms(), ...terms },
  isVoid,
  copiedAt,
});
