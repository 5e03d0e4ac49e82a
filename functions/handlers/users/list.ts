import { listUsers } from '#functions/domain/users/users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('users.list', { database }, ({ ports, user, query, now }) =>
  listUsers(ports.database.userLists, user, query, now),
);
