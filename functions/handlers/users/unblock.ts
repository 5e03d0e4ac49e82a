import { unblockSignIn } from '#functions/domain/users/user-edits.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, throttleStore, userStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.unblock,
  { database: databaseWith(journalStore, throttleStore, userStore) },
  ({ ports, user, params, now }) => unblockSignIn(ports.database, user, params.User_Id, now),
);
