import { listClosings } from '#functions/domain/books/read-closings.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { closingStore } from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(books.closings, { database: databaseWith(closingStore) }, ({ ports, user }) =>
  listClosings(ports.database.closings, user),
);
