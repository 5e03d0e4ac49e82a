import { listVatDocuments } from '#functions/domain/ledger/vat-report.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { vatReportStore } from '#functions/runtime/ports/stores.ts';
import { vatSettings } from '#functions/runtime/ports/vat-settings-port.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['vat-documents'],
  { database: databaseWith(vatReportStore), vatSettings },
  ({ ports, user, query, now }) => listVatDocuments(ports, user, query, now),
);
