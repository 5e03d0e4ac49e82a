import { listRecentUsers } from '#functions/domain/users/users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('users.recent', { database }, ({ ports }) =>
  listRecentUsers(ports.database.userLists),
);
