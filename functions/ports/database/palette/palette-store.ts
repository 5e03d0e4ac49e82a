import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import type { DocumentNumber } from '#shared/portal-numbers.ts';

/** The meanings that a typed text may have. */
export interface PaletteSearch {
  terms: readonly SearchTerm[];
  amountCents: number | undefined;
  /** The number of an invoice or a credit note. */
  document: DocumentNumber | undefined;
  ticketId: number | undefined;
}

export interface FoundService {
  id: number;
  serviceCategory: string;
  accountType: string | null;
  msisdn: string | null;
  simSerialNumber: string | null;
  accountUsername: string | null;
  userId: number;
  userName: string;
  company: string | null;
}

export interface PaletteFound extends Omit<PaletteAnswer, 'services'> {
  services: FoundService[];
}

export interface PaletteStore {
  /**
   * Finds the best matches of each kind and writes the search to the audit log. Invoices found by number come before
   * those found by amount, then open ones before others, then the newest first.
   */
  search(search: PaletteSearch, audit: PageAudit): Promise<PaletteFound>;
}
