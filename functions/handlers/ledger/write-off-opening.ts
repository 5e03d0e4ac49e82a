import { openingItem, writeOff } from '#functions/domain/ledger/write-off.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['write-off-opening'],
  { database: databaseWith(idempotencyStore, ledgerStore) },
  ({ ports, user, params, body, now }) =>
    writeOff(ports.database, user, { item: openingItem(params.userId), ...body }, now),
);
