import * as z from 'zod';
import { bankAccount } from '#shared/contract/invoices.ts';
import type { IssuedCreditNote } from '#shared/invoices/issued-credit-note.ts';
import type { Buyer, IssuedTerms, Supplier } from '#shared/invoices/issued-invoice.ts';

/** The parties as they are stored in jsonb columns. */
export const storedBuyer: z.ZodType<Buyer> = z.object({
  name: z.string(),
  organisation: z.string().nullable(),
  owNumber: z.string(),
  email: z.string(),
  address: z.string().nullable(),
  town: z.string().nullable(),
  postalCode: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  vatNumber: z.string().nullable(),
});

const storedIssuer = z.object({
  name: z.string(),
  registrationNumber: z.string().nullable(),
  addressLines: z.array(z.string()),
  email: z.string(),
  phone: z.string(),
  vatNumber: z.string().nullable(),
});

export const storedSupplier: z.ZodType<Supplier> = storedIssuer.extend({
  complaints: z.string().nullable(),
});

/** The supplier of a credit note, which has no line about complaints. */
export const storedSupplierOfNote: z.ZodType<IssuedCreditNote['supplier']> = storedIssuer;

export const storedTerms: z.ZodType<IssuedTerms> = z.object({
  layout: z.literal(3),
  vatPercent: z.number(),
  bank: bankAccount,
  termsDays: z.number().nullable(),
  dueDate: z.string(),
  reference: z.string(),
  creditCents: z.number(),
});
