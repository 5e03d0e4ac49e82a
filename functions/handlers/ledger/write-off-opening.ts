import { writeOffOpening } from '#functions/domain/ledger/write-off.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, ledgerStore } from '#functions/runtime/ports/stores.ts';
import { ledger } from '#shared/contract/ledger.ts';

export const handler = endpoint(
  ledger['write-off-opening'],
  { database: databaseWith(idempotencyStore, ledgerStore) },
  ({ ports, user, params, body, now }) =>
    writeOffOpening(ports.database, user, { userId: params.userId, ...body }, now),
);
