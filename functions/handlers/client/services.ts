import { listClientServices } from '#functions/domain/client/client-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { serviceStore } from '#functions/runtime/ports/stores.ts';
import { client } from '#shared/contract/client.ts';

export const handler = endpoint(
  client.services,
  { database: databaseWith(serviceStore) },
  ({ ports, user, now }) => listClientServices(ports.database.services, user.userId, now),
);
