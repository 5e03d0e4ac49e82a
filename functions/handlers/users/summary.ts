import { readUserSummary } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('users.summary', { database }, ({ ports, user, params, now }) =>
  readUserSummary(ports.database.userSummaries, user, params.User_Id, now),
);
