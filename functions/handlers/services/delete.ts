import { deleteService } from '#functions/domain/services/manage-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('services.delete', { database }, ({ ports, user, params }) =>
  deleteService(ports.database, user, params.id),
);
