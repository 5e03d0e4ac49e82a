import { exportVatReport } from '#functions/domain/books/export-vat-report.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, vatReportStore } from '#functions/runtime/ports/stores.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['export-vat-report'],
  { database: databaseWith(journalStore, vatReportStore), vatSettings },
  ({ ports, user, query, now }) => exportVatReport(ports, user, query, now),
);
