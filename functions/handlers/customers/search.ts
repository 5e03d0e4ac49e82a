import { searchCustomers } from '#functions/domain/customers/search-customers.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('customers.search', { database }, ({ ports, user, query, now }) =>
  searchCustomers(ports.database.customers, user, query.q, now),
);
