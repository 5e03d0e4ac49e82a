import { listClientServices } from '#functions/domain/client/client-portal.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('client.services', { database }, ({ ports, user }) =>
  listClientServices(ports.database.services, user.userId),
);
