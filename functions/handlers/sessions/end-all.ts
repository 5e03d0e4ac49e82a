import { endSessionsOf } from '#functions/domain/sessions/session-list.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, sessionListStore } from '#functions/runtime/ports/stores.ts';
import { sessions } from '#shared/contract/sessions.ts';

export const handler = endpoint(
  sessions['end-all'],
  { database: databaseWith(journalStore, sessionListStore) },
  ({ ports, user, params }) => endSessionsOf(ports.database, user, params.User_Id, 'sessions.end-all'),
);
