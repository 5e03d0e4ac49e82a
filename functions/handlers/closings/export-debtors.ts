import { exportClosedDebtors } from '#functions/domain/closings/read-closings.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { closingStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { closings } from '#shared/contract/closings.ts';

export const handler = endpoint(
  closings['export-debtors'],
  { database: databaseWith(closingStore, journalStore) },
  ({ ports, user, query }) => exportClosedDebtors(ports.database, user, query),
);
