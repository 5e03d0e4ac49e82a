import { readUser, toOwnUser } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { userStore } from '#functions/runtime/ports/stores.ts';
import { auth } from '#shared/contract/auth.ts';

export const handler = endpoint(
  auth.user,
  { database: databaseWith(userStore), mailSettings },
  async ({ ports, user, now }) =>
    toOwnUser(ports.mailSettings, await readUser(ports.database.users, user.userId, now)),
);
