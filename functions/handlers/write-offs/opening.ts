import { openingItem, writeOff } from '#functions/domain/write-offs/write-off.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { writeOffs } from '#shared/contract/write-offs.ts';

export const handler = endpoint(
  writeOffs.opening,
  { database: databaseWith(idempotencyStore, ledgerStore) },
  ({ ports, user, params, body, now }) =>
    writeOff(ports.database, user, { item: openingItem(params.userId), ...body }, now),
);
