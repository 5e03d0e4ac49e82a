import { updateService } from '#functions/domain/services/manage-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('services.update', { database }, ({ ports, user, params, body, now }) =>
  updateService(ports.database, user, { id: params.id, edit: body }, now),
);
