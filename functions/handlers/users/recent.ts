import { listRecentUsers } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('users.recent', { database }, ({ ports }) =>
  listRecentUsers(ports.database.userLists),
);
