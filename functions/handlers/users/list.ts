import { listUsers } from '#functions/domain/users/users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('users.list', { database }, ({ ports, query }) =>
  listUsers(ports.database.userLists, query),
);
