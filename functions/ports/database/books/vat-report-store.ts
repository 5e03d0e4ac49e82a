import type { PageAudit, ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { DocumentRow, VatRow } from '#shared/books/vat-rows.ts';
import type { VatDocument, VatReport } from '#shared/contract/books/vat-report.ts';
import type { Period } from '../debtors/statement-store.ts';

/** The documents of a row and of a VAT number, in cents; the number is null in a row without VAT. */
export interface VatGroup {
  row: DocumentRow;
  vatNumber: string | null;
  count: number;
  grossCents: number;
  vatCents: number;
  /** The gross of what the control account of the period counts: not missing credit notes, nor what waited before it. */
  controlCents: number;
  lastDay: string;
  /** The months of the invoices of what is written off or recovered. */
  waitsFor: string[];
}

/** All documents of a period at one moment. */
export interface VatSums {
  /** The report as it was filed; the sums are then empty. */
  filed: VatReport | undefined;
  groups: VatGroup[];
  /** The entries of the period by kind alone, as the control account sums them. */
  control: Record<VatRow, number>;
  freeCreditCents: number;
  /** True if another filed report of the number contains a day of the period. */
  sharesDayWithFiled: boolean;
  isClosed: boolean;
}

/** A document in the sign of its row. */
export interface VatDocumentRow extends Omit<VatDocument, 'gross' | 'net' | 'vat'> {
  grossCents: number;
  vatCents: number;
}

export interface OfReport {
  /** The last month of the tax period. */
  month: string;
  period: Period;
  vatNumber: string;
  /** The number that the company has now. */
  presentNumber: string | null;
}

/** The output side of the VAT201. A document counts on its own day, also that of a deleted client (D66). */
export interface VatReportStore {
  /** Sums a period; without a report none that was filed is looked for. */
  sum(
    period: Period,
    report: Pick<OfReport, 'month' | 'vatNumber'> | undefined,
    audit: ReadAudit | undefined,
  ): Promise<VatSums>;
  /** Lists the documents of a row by date, as they were filed if the report was filed. */
  listDocuments(
    report: OfReport & { row: DocumentRow },
    shown: { offset: number; limit: number },
    audit: PageAudit | undefined,
  ): Promise<{
    isFiled: boolean;
    sharesDayWithFiled: boolean;
    total: number;
    documents: VatDocumentRow[];
  }>;
  listFiled(): Promise<{ period: string; vatNumber: string; filedAt: string }[]>;
  /** Keeps the books of the transaction from being closed or opened. */
  holdClosings(): Promise<void>;
  /** Stores a report with its documents, counts them and names who filed it; undefined if a day of the period was filed before. */
  file(
    report: OfReport & { figures: VatReport; adminId: number | null; now: Date },
  ): Promise<{ documents: number; filedBy: string | null } | undefined>;
}
