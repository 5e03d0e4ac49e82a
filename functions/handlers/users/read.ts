import { readUserAsAdmin } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { userStore } from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.read,
  { database: databaseWith(userStore), supportSettings, mailSettings },
  ({ ports, user, params, now }) => readUserAsAdmin(ports, user, params.User_Id, now),
);
