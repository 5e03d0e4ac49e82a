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

/** The company that runs the portal, as its documents name it (D31). */
export interface Provider {
  name: string;
  /** Null for a sole proprietor. */
  registrationNumber: string | null;
  addressLines: readonly string[];
  email: string;
  phone: string;
}

/** Returns the line with the registration number, or no line for a sole proprietor. */
export const registrationLines = ({ registrationNumber }: Pick<Provider, 'registrationNumber'>): string[] =>
  registrationNumber === null ? [] : [`Registration number ${registrationNumber}`];

/** The provider as it is on an invoice. */
export interface Supplier extends Provider {
  vatNumber: string | null;
  /**
   * Where clients complain, and what they may do after that; null if nothing is to be printed. A licensee prints it on
   * invoices (ICASA, End-user and Subscriber Service Charter Regulations 2016, regulation 12(4)(c)).
   */
  complaints: string | null;
}

/** The supplier, and how new invoices are paid. */
export interface Seller {
  supplier: Supplier;
  /** The first day on which documents bear the VAT number (D66); null if they always do. */
  registeredFrom: string | null;
  bank: BankAccount;
  termsDays: number;
}

/** Returns the supplier as a document of that day names it: without the VAT number before the registration. */
export const supplierOn = (
  { supplier, registeredFrom }: Pick<Seller, 'supplier' | 'registeredFrom'>,
  day: string,
): Supplier =>
  registeredFrom !== null && day < registeredFrom ? { ...supplier, vatNumber: null } : supplier;

export interface InvoiceLine {
  description: string;
  /** Price of one, VAT included. */
  unitCents: number;
  /** With up to three decimals. */
  quantity: number;
  /** Price of all, as it was rounded when the invoice was issued. */
  amountCents: number;
}

export interface BankAccount {
  accountName: string;
  bankName: string;
  branchCode: string;
  accountNumber: string;
  accountType: string;
}

/**
 * Terms that are fixed with an invoice on the day of issue, so that a copy made years later says the same: the layout
 * that prints it with its wording, the rate of VAT, the bank account and the day on which it is due.
 */
export interface IssuedTerms {
  layout: 3;
  vatPercent: number;
  bank: BankAccount;
  /** Null if the due date was chosen for this invoice; then nothing names days (D72). */
  termsDays: number | null;
  /** '2026-11-28' */
  dueDate: string;
  /** The client's number, for every invoice (D61). */
  reference: string;
  /** What credit paid when the invoice was issued. */
  creditCents: number;
}

/** The facts that the PDF shows. */
export interface IssuedInvoice {
  invoiceNumber: string;
  createdAt: string;
  totalCents: number;
  buyer: Buyer;
  supplier: Supplier;
  lines: InvoiceLine[];
  terms: IssuedTerms;
  /** True once it was voided, which its next PDF says on each page. */
  isVoid: boolean;
  /** The day on which a PDF that existed before is made again; null for the first. */
  copiedAt: string | null;
}
