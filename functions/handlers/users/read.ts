import { readUserAsAdmin } from '#functions/domain/users/users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('users.read', { database }, ({ ports, user, params, now }) =>
  readUserAsAdmin(ports.database.users, user, params.User_Id, now),
);
