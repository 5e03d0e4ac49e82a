import { listClosings } from '#functions/domain/closings/read-closings.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { closingStore } from '#functions/runtime/ports/stores.ts';
import { closings } from '#shared/contract/closings.ts';

export const handler = endpoint(closings.list, { database: databaseWith(closingStore) }, ({ ports, user }) =>
  listClosings(ports.database.closings, user),
);
