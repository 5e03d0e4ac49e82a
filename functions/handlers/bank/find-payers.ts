import { findPayers } from '#functions/domain/bank/find-payers.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { customerStore } from '#functions/runtime/ports/stores.ts';
import { bank } from '#shared/contract/bank.ts';

export const handler = endpoint(
  bank['find-payers'],
  { database: databaseWith(customerStore) },
  ({ ports, user, query, now }) => findPayers(ports.database.customers, user, query, now),
);
