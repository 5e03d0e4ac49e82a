import { deleteUser } from '#functions/domain/users/user-deletion.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('users.delete', { database }, ({ ports, user, params }) =>
  deleteUser(ports.database, user, params.User_Id),
);
