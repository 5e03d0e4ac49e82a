import { ignoreSameLines } from '#functions/domain/bank/ignore-same-lines.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankFileStore, idempotencyStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.same,
  { database: databaseWith(bankFileStore, idempotencyStore) },
  ({ ports, user, params, once, now }) => ignoreSameLines(ports.database, user, params.id, { once, now }),
);
