import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('debug.results', { database }, ({ ports }) =>
  ports.database.debug.listResults(),
);
