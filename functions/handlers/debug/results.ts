import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { debugStore } from '#functions/runtime/ports/stores.ts';
import { debug } from '#shared/contract/debug.ts';

export const handler = endpoint(debug.results, { database: databaseWith(debugStore) }, ({ ports }) =>
  ports.database.debug.listResults(),
);
