import { readUser } from '#functions/domain/users/users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('users.read', { database }, ({ ports, params, now }) =>
  readUser(ports.database.users, params.User_Id, now),
);
