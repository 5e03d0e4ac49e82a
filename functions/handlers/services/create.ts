import { addService } from '#functions/domain/services/manage-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { idempotencyStore, journalStore, serviceStore } from '#functions/runtime/ports/stores.ts';
import { services } from '#shared/contract/services.ts';

export const handler = endpoint(
  services.create,
  { database: databaseWith(idempotencyStore, journalStore, serviceStore) },
  ({ ports, user, params, body, now }) =>
    addService(ports.database, user, { userId: params.userId, service: body }, now),
);
