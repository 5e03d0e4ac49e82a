import { openMonth } from '#functions/domain/closings/open-month.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { closingStore, idempotencyStore } from '#functions/runtime/ports/stores.ts';
import { closings } from '#shared/contract/closings.ts';

export const handler = endpoint(
  closings.open,
  { database: databaseWith(closingStore, idempotencyStore) },
  ({ ports, user, params, body, now, note }) => {
    note({ month: params.month });

    return openMonth(ports.database, user, { month: params.month, reason: body.reason }, now);
  },
);
