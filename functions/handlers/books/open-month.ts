import { openMonth } from '#functions/domain/books/open-month.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { closingStore, idempotencyStore } from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['open-month'],
  { database: databaseWith(closingStore, idempotencyStore) },
  ({ ports, user, params, body, now, note }) => {
    note({ month: params.month });

    return openMonth(ports.database, user, { month: params.month, reason: body.reason }, now);
  },
);
