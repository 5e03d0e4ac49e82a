import { exportCredits } from '#functions/domain/debtors/read-credits.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { debtorStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { debtors } from '#shared/contract/debtors.ts';

export const handler = endpoint(
  debtors['export-credits'],
  { database: databaseWith(debtorStore, journalStore) },
  ({ ports, user, query, now }) => exportCredits(ports.database, user, query, now),
);
