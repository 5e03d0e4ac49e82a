import { deleteService } from '#functions/domain/services/manage-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, serviceStore } from '#functions/runtime/ports/stores.ts';
import { services } from '#shared/contract/services.ts';

export const handler = endpoint(
  services.delete,
  { database: databaseWith(journalStore, serviceStore) },
  ({ ports, user, params, now }) => deleteService(ports.database, user, params.id, now),
);
