import { endSessionOf } from '#functions/domain/sessions/session-list.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, sessionListStore } from '#functions/runtime/ports/stores.ts';
import { sessions } from '#shared/contract/sessions.ts';

export const handler = endpoint(
  sessions.end,
  { database: databaseWith(journalStore, sessionListStore) },
  ({ ports, user, viewer, params }) =>
    endSessionOf(
      ports.database,
      { user, viewer },
      { userId: params.User_Id, sessionId: params.id },
      'sessions.end',
    ),
);
