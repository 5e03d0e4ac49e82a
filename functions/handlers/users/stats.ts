import { readAdminStats } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { userListStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(users.stats, { database: databaseWith(userListStore) }, ({ ports, now }) =>
  readAdminStats(ports.database.userLists, now),
);
