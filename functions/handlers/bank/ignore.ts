import { ignoreLine } from '#functions/domain/bank/ignore-line.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { bankLineStore, idempotencyStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank.ignore,
  { database: databaseWith(bankLineStore, idempotencyStore, journalStore) },
  ({ ports, user, params, once, now }) => ignoreLine(ports.database, user, params.id, { once, now }),
);
