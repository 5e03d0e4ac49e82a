import { updateUser } from '#functions/domain/users/user-edits.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { commonPasswords } from '#functions/runtime/ports/common-passwords.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { passwords } from '#functions/runtime/ports/passwords.ts';

export const handler = endpoint(
  'users.update',
  { database, passwords, commonPasswords },
  ({ ports, user, params, body, now }) =>
    updateUser(ports, user, { userId: params.User_Id, update: body }, now),
);
