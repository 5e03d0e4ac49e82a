/** A party of an invoice as it was on the day of issue. */
export interface Buyer {
  name: string;
  organisation: string | null;
  owNumber: string;
  email: string;
  address: string | null;
  town: string | null;
  postalCode: string | null;
  state: string | null;
  country: string | null;
  vatNumber: string | null;
}

export interface Supplier {
  name: string;
  addressLines: readonly string[];
  email: string;
  vatNumber: string | null;
}

export interface InvoiceLine {
  description: string;
  amountCents: number;
}

/** What the PDF shows. */
export interface IssuedInvoice {
  invoiceNumber: string;
  createdAt: string;
  totalCents: number;
  buyer: Buyer;
  supplier: Supplier;
  lines: InvoiceLine[];
}
