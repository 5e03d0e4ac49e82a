import { exportCredits } from '#functions/domain/ledger/read-credits.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { debtorStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['export-credits'],
  { database: databaseWith(debtorStore, journalStore) },
  ({ ports, user, query, now }) => exportCredits(ports.database, user, query, now),
);
