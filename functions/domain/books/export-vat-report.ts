import type { Columns } from '#functions/documents/csv.ts';
import { auditOf } from '#functions/domain/audit.ts';
import { exportList, readPages } from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { VatDocumentRow } from '#functions/ports/database/books/vat-report-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { type DocumentRow, VAT_DOCUMENTS_MAX } from '#shared/books/vat-rows.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import { AppError } from '#shared/errors.ts';
import { ENTRY_LABELS } from '#shared/invoices/ledger-words.ts';
import { formatCount } from '#shared/numbers.ts';
import { type AskedReport, chooseReport, requireReport } from './choose-vat-report.ts';

/** Even documents with the longest numbers stay below the 1 MiB of a Data API result. */
const PAGE_DOCUMENTS = 1_000;

const COLUMNS: Columns<VatDocumentRow> = [
  ['Number', ({ number }) => number],
  ['Date', ({ date }) => ({ day: date })],
  ['Type', ({ kind }) => (kind === 'reversal' ? 'Voided invoice' : ENTRY_LABELS[kind])],
  ['OW number', ({ OWNumber }) => OWNumber],
  ['Invoice', ({ kind, invoiceNumber }) => (kind === 'invoice' ? null : invoiceNumber)],
  ['Invoice date', ({ invoiceDate }) => ({ day: invoiceDate })],
  ['Gross', ({ grossCents }) => ({ cents: grossCents })],
  ['Net', ({ grossCents, vatCents }) => ({ cents: grossCents - vatCents })],
  ['VAT', ({ vatCents }) => ({ cents: vatCents })],
  ['Due date', ({ dueDate }) => ({ day: dueDate })],
  ['Service from', ({ serviceFrom }) => ({ day: serviceFrom })],
  ['Service to', ({ serviceTo }) => ({ day: serviceTo })],
  ['First payment', ({ firstPaymentDate }) => ({ day: firstPaymentDate })],
  ['First payment booked', ({ firstPaymentBooked }) => ({ day: firstPaymentBooked })],
  ['Counts on', ({ countsOn }) => ({ day: countsOn })],
  ['Reason', ({ reason }) => reason],
  // No report keeps who the client was (D66), so a heading says until when the file does.
  ['Client (until deleted)', ({ client }) => client],
  ['Client VAT number (until deleted)', ({ clientVatNumber }) => clientVatNumber],
];

const tooLarge = (limit: string) => new AppError('unprocessable', `The file holds at most ${limit}.`);

/** Returns the documents behind a row as a file of one moment. */
export const exportVatReport = async (
  { database, vatSettings }: { database: DatabaseOf<'vatReports' | 'journal'>; vatSettings: VatSettings },
  admin: SessionUser,
  { for: form, row, ...asked }: AskedReport & { for: CsvForm; row: DocumentRow },
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const chosen = chooseReport(asked, vatSettings);
  const rows = await database.transaction(
    ({ vatReports }) =>
      readPages<VatDocumentRow>(PAGE_DOCUMENTS, async (page) => {
        const found = await vatReports.listDocuments({ ...chosen, row }, page, undefined);
        requireReport(chosen, vatSettings, found, now);
        if (found.total > VAT_DOCUMENTS_MAX) {
          throw tooLarge(`${formatCount(VAT_DOCUMENTS_MAX)} documents`);
        }

        return found.documents;
      }),
    { atOneMoment: true },
  );

  return exportList(database.journal, {
    columns: COLUMNS,
    rows,
    form,
    fileName: `vat-${asked.period}-${chosen.vatNumber}-${row}.csv`,
    audit: auditOf(admin, 'books.export-vat-report', { changes: { period: asked.period, row } }),
    tooLarge: () => tooLarge('4 MB'),
  });
};
