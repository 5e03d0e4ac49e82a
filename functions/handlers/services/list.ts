import { listServices } from '#functions/domain/services/manage-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('services.list', { database }, ({ ports, user, params }) =>
  listServices(ports.database.services, user, params.userId),
);
