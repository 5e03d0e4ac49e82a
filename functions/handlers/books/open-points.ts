import { listOpenPoints } from '#functions/domain/books/read-closings.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { bankAccounts } from '#functions/runtime/ports/bank-accounts-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { closingStore } from '#functions/runtime/ports/stores.ts';
import { books } from '#shared/contract/books.ts';

export const handler = endpoint(
  books['open-points'],
  { database: databaseWith(closingStore), bankAccounts },
  ({ ports, user, query }) => listOpenPoints(ports, user, query.month),
);
