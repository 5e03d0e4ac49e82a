import { requireOwner, toOwnUser } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { ownAccountStore } from '#functions/runtime/ports/stores.ts';
import { auth } from '#shared/contract/auth.ts';

export const handler = endpoint(
  auth.user,
  { database: databaseWith(ownAccountStore), mailSettings },
  async ({ ports, user }) =>
    toOwnUser(ports.mailSettings, requireOwner(await ports.database.ownAccounts.find(user.userId))),
);
