import { listSessionsOf } from '#functions/domain/sessions/session-list.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { sessionListStore } from '#functions/runtime/ports/stores.ts';
import { sessions } from '#shared/contract/sessions.ts';

export const handler = endpoint(
  sessions.list,
  { database: databaseWith(sessionListStore) },
  ({ ports, user, params, now }) => listSessionsOf(ports.database.sessionLists, user, params.User_Id, now),
);
