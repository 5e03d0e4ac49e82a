import { listServices } from '#functions/domain/services/manage-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { serviceStore } from '#functions/runtime/ports/stores.ts';
import { services } from '#shared/contract/services.ts';

export const handler = endpoint(
  services.list,
  { database: databaseWith(serviceStore) },
  ({ ports, user, params, now }) => listServices(ports.database.services, user, params.userId, now),
);
