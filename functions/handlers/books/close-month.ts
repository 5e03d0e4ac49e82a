import { closeMonth } from '#functions/domain/books/close-month.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import {
  closingStore,
  idempotencyStore,
  ledgerBookStore,
  vatReportStore,
} from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['close-month'],
  { database: databaseWith(closingStore, idempotencyStore, ledgerBookStore, vatReportStore) },
  ({ ports, user, body, once, now, note }) => {
    note({ month: body.month });

    return closeMonth(ports.database, user, body.month, { once, now });
  },
);
