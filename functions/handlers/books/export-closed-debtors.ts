import { exportClosedDebtors } from '#functions/domain/books/read-closings.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { closingStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['export-closed-debtors'],
  { database: databaseWith(closingStore, journalStore) },
  ({ ports, user, query }) => exportClosedDebtors(ports.database, user, query),
);
