import { readAdminStats } from '#functions/domain/system/system-health.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('users.stats', { database }, ({ ports, now }) =>
  readAdminStats(ports.database.userLists, now),
);
