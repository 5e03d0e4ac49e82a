import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore } from '#functions/runtime/ports/stores.ts';
import { ACTIVITIES_MAX, client } from '#shared/contract/client.ts';

export const handler = endpoint(
  client.activities,
  { database: databaseWith(journalStore) },
  ({ ports, user }) => ports.database.journal.listActivities(user.userId, ACTIVITIES_MAX),
);
