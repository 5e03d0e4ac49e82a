import { listBilledServices } from '#functions/domain/services/read-billed-services.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { billedServiceStore } from '#functions/runtime/ports/stores.ts';
import { services } from '#shared/contract/services.ts';

export const handler = endpoint(
  services.billed,
  { database: databaseWith(billedServiceStore) },
  ({ ports, user, params, query }) =>
    listBilledServices(ports.database.billedServices, user, { userId: params.User_Id, ...query }),
);
