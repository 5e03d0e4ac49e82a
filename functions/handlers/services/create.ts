import { addService } from '#functions/domain/services/manage-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('services.create', { database }, ({ ports, user, params, body }) =>
  addService(ports.database, user, { userId: params.userId, service: body }),
);
