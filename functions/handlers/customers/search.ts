import { searchCustomers } from '#functions/domain/customers/search-customers.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { customerStore } from '#functions/runtime/ports/stores.ts';
import { customers } from '#shared/contract/customers.ts';

export const handler = endpoint(
  customers.search,
  { database: databaseWith(customerStore) },
  ({ ports, user, query, now }) => searchCustomers(ports.database.customers, user, query.q, now),
);
