import { recoverRetained } from '#functions/domain/ledger/money-for-retained-invoice.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['recover-retained'],
  { database: databaseWith(idempotencyStore, ledgerStore) },
  ({ ports, user, body, now }) => recoverRetained(ports.database, user, body, now),
);
