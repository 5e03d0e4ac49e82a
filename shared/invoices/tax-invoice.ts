import { formatRand } from '../money.ts';

/** Above this a tax invoice must name its buyer with an address (Value-Added Tax Act 89 of 1991, section 20(4) and (5)). */
export const ABRIDGED_TAX_INVOICE_CENTS_MAX = 5_000_00;

/** A fact about the buyer that a tax invoice may have to show. */
export type BuyerPart = 'name' | 'address';

const ABOVE = `A tax invoice over ${formatRand(ABRIDGED_TAX_INVOICE_CENTS_MAX)} must show the client's`;

/**
 * For each fact about the buyer that the law requires, the field of the account that lacks it and its sentence (D57).
 */
export const MISSING_OF_BUYER = {
  name: { field: 'User_Name', sentence: `${ABOVE} name. Please add it first.` },
  address: { field: 'User_Address', sentence: `${ABOVE} address. Please add it first.` },
} as const satisfies Record<BuyerPart, object>;

/** A tax invoice above that amount must show quantities (section 20(4)(f)). */
export const requiresQuantities = (isTaxInvoice: boolean, totalCents: number): boolean =>
  isTaxInvoice && totalCents > ABRIDGED_TAX_INVOICE_CENTS_MAX;

export const requiredOfBuyer = (isTaxInvoice: boolean, totalCents: number): BuyerPart[] =>
  requiresQuantities(isTaxInvoice, totalCents) ? ['name', 'address'] : [];
