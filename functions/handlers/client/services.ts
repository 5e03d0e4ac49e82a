import { listClientServices } from '#functions/domain/client/client-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('client.services', { database }, ({ ports, user }) =>
  listClientServices(ports.database.services, user.userId),
);
