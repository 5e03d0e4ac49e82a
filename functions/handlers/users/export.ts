import { exportUsers } from '#functions/domain/users/user-export.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('users.export', { database }, ({ ports, user, query, now }) =>
  exportUsers(ports.database, user, query, now),
);
