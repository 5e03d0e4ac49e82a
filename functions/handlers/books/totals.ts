import { readTotals } from '#functions/domain/books/ledger-book.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { ledgerBookStore } from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books.totals,
  { database: databaseWith(ledgerBookStore) },
  ({ ports, user, query }) => readTotals(ports.database.ledgerBook, user, query),
);
