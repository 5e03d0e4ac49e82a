import { writeOffClients } from '#functions/domain/ledger/write-off-clients.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['write-off-clients'],
  { database: databaseWith(idempotencyStore, ledgerStore) },
  ({ ports, user, body, once, now }) => writeOffClients(ports.database, user, body, once, now),
);
