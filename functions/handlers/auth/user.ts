import { readUser } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('auth.user', { database }, ({ ports, user, now }) =>
  readUser(ports.database.users, user.userId, now),
);
