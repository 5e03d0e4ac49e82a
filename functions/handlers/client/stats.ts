import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { serviceStore } from '#functions/runtime/ports/stores.ts';
import { ANSWERED_TICKETS_MAX, client } from '#shared/contract/client.ts';

export const handler = endpoint(client.stats, { database: databaseWith(serviceStore) }, ({ ports, user }) =>
  ports.database.services.readClientStats(user.userId, ANSWERED_TICKETS_MAX),
);
