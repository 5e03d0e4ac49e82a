import type { PageAudit, ReadAudit, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Closing, OpenPoints } from '#shared/contract/books/closings.ts';
import type { AgeingCents } from '../debtors/statement-store.ts';

/** A month that is closed by a closing of its own. */
export interface ClosedMonth {
  id: number;
  /** 'YYYY-MM' */
  month: string;
  hasFigures: boolean;
}

/** The figures of a closed month, which can no longer change, beside its age analysis. */
export interface ClosingFigures {
  totals: NonNullable<Closing['totals']>;
  vat: NonNullable<Closing['vat']>;
}

export interface ClosedAges {
  ageing: AgeingCents;
  creditCents: number;
}

export interface ClosedDebtorRow extends ClosedAges {
  userId: number;
  OWNumber: string | null;
  name: string | null;
  company: string | null;
}

export interface ClosedDebtorList {
  month: string;
  closedAt: string;
  debtors: ClosedDebtorRow[];
  total: number;
  closedAccounts: ClosedAges;
  sums: ClosedAges;
}

/** What an administrator, or an operator after a restore, does to a month. */
interface Act {
  month: string;
  audit: RouteAudit<number | null>;
  now: Date;
}

/** The closings of months (D70). */
export interface ClosingStore {
  /**
   * Locks the books against writers until the transaction ends. Returns false if a writer does not finish in time.
   * Others wait at most a second.
   */
  lockBooks(): Promise<boolean>;
  /** Lists the closings that were not opened again, the newest first. */
  listClosed(): Promise<ClosedMonth[]>;
  /** Finds the month of the oldest entry; null while there is none. */
  findOldestMonth(): Promise<string | null>;
  /** Closes a month, with its audit row. */
  close(act: Act): Promise<void>;
  /** Opens a closed month again, with its audit row. */
  open(id: number, act: Act & { reason: string }): Promise<void>;
  /** True if a filed VAT report contains a day that only this closing closes. */
  isFiled(id: number): Promise<boolean>;
  /**
   * Stores the figures of a closing that has none and was not opened meanwhile, with the age analysis of its last day
   * and the sums of that.
   */
  keepFigures(id: number, figures: ClosingFigures): Promise<void>;
  /** Finds the newest closing of a month, also an opened one. */
  find(month: string): Promise<Closing | undefined>;
  /** Lists all closings, the newest first; the reading is written to the audit log. */
  list(audit: ReadAudit): Promise<Closing[]>;
  /**
   * Lists a part of the age analysis that a closing stored, with the sums of all; undefined if there is no such closing
   * with figures. With an audit its reading is written to the audit log.
   */
  listDebtors(
    closingId: number,
    page: { offset: number; limit: number },
    audit: PageAudit | undefined,
  ): Promise<ClosedDebtorList | undefined>;
  /** Lists what is open in the days that closing a month would close; the reading is written to the audit log. */
  listOpenPoints(
    month: string,
    options: { limit: number; accounts: readonly string[] },
    audit: ReadAudit,
  ): Promise<OpenPoints>;
}
