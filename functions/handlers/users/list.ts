import { listUsers } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { userListStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.list,
  { database: databaseWith(userListStore) },
  ({ ports, user, query, now }) => listUsers(ports.database.userLists, user, query, now),
);
