import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('client.stats', { database }, ({ ports, user }) =>
  ports.database.services.readClientStats(user.userId),
);
