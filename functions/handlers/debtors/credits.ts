import { listCredits } from '#functions/domain/debtors/read-credits.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { debtorStore } from '#functions/runtime/ports/stores.ts';
import { debtors } from '#shared/contract/debtors.ts';

export const handler = endpoint(
  debtors.credits,
  { database: databaseWith(debtorStore) },
  ({ ports, user, query, now }) => listCredits(ports.database.debtors, user, query, now),
);
