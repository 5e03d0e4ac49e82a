import { listUsers } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('users.list', { database }, ({ ports, user, query, now }) =>
  listUsers(ports.database.userLists, user, query, now),
);
