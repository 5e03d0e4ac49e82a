import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { ACTIVITIES_MAX } from '#shared/contract/client.ts';

export const handler = endpoint('client.activities', { database }, ({ ports, user }) =>
  ports.database.journal.listActivities(user.userId, ACTIVITIES_MAX),
);
