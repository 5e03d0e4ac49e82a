import { listVatReports } from '#functions/domain/books/vat-report.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { vatReportStore } from '#functions/runtime/ports/stores.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['vat-reports'],
  { database: databaseWith(vatReportStore), vatSettings },
  ({ ports }) => listVatReports(ports),
);
