import { readUserAsAdmin } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';

export const handler = endpoint('users.read', { database, supportSettings }, ({ ports, user, params, now }) =>
  readUserAsAdmin(ports, user, params.User_Id, now),
);
