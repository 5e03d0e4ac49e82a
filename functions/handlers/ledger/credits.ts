import { listCredits } from '#functions/domain/ledger/read-credits.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { debtorStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger.credits,
  { database: databaseWith(debtorStore) },
  ({ ports, user, query, now }) => listCredits(ports.database.debtors, user, query, now),
);
