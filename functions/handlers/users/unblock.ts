import { unblockSignIn } from '#functions/domain/users/user-edits.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('users.unblock', { database }, ({ ports, user, params, now }) =>
  unblockSignIn(ports.database, user, params.User_Id, now),
);
