import { listServices } from '#functions/domain/services/services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('services.list', { database }, ({ ports, user, params }) =>
  listServices(ports.database.services, user, params.userId),
);
