import { listEntries } from '#functions/domain/ledger/ledger-book.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { ledgerBookStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger.entries,
  { database: databaseWith(ledgerBookStore) },
  ({ ports, user, query, now }) => listEntries(ports.database.ledgerBook, user, query, now),
);
