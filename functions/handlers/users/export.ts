import { exportUsers } from '#functions/domain/users/user-export.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, userListStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.export,
  { database: databaseWith(journalStore, userListStore) },
  ({ ports, user, query, now }) => exportUsers(ports.database, user, query, now),
);
