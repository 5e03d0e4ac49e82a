import { listChangesOf } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { userChangeStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.changes,
  { database: databaseWith(userChangeStore) },
  ({ ports, user, params }) => listChangesOf(ports.database.userChanges, user, params.User_Id),
);
