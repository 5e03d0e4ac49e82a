import { exportLedger } from '#functions/domain/books/ledger-book.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, ledgerBookStore } from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books.export,
  { database: databaseWith(journalStore, ledgerBookStore) },
  ({ ports, user, query }) => exportLedger(ports.database, user, query),
);
