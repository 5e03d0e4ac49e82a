import { listOwnSessions } from '#functions/domain/sessions/session-list.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { sessionListStore } from '#functions/runtime/ports/stores.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account.sessions,
  { database: databaseWith(sessionListStore) },
  ({ ports, user, now }) => listOwnSessions(ports.database.sessionLists, user, now),
);
