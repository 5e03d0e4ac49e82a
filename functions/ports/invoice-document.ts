import * as z from 'zod';

/** Who sold, as it stood on the day of issue. With a VAT number the invoice is a tax invoice. */
export const invoiceSupplier = z.object({
  name: z.string(),
  addressLines: z.array(z.string()),
  email: z.string(),
  vatNumber: z.string().nullable(),
});

/** Who bought, as it stood on the day of issue. */
export const invoiceBuyer = z.object({
  name: z.string(),
  company: z.string().nullable(),
  address: z.string().nullable(),
  town: z.string().nullable(),
  postalCode: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  vatNumber: z.string().nullable(),
  owNumber: z.string(),
});

export type InvoiceSupplier = z.infer<typeof invoiceSupplier>;
export type InvoiceBuyer = z.infer<typeof invoiceBuyer>;

/** An invoice as it is printed. Prices include VAT when the supplier has a VAT number. */
export interface InvoiceDocument {
  /** 'INV-2026-000123' */
  number: string;
  /** ISO 8601 with Z */
  issuedAt: string;
  supplier: InvoiceSupplier;
  buyer: InvoiceBuyer;
  lines: readonly { description: string; amountCents: number }[];
  totalCents: number;
}
