import { exportLedger } from '#functions/domain/ledger/ledger-book.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, ledgerBookStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger.export,
  { database: databaseWith(journalStore, ledgerBookStore) },
  ({ ports, user, query }) => exportLedger(ports.database, user, query),
);
