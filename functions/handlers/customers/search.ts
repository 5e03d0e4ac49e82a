import { searchCustomers } from '#functions/domain/customers/customers.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('customers.search', { database }, ({ ports, user, query, now }) =>
  searchCustomers(ports.database.customers, user, query.q, now),
);
