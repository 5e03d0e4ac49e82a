import { endSessionsOf } from '#functions/domain/sessions/session-list.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, sessionListStore } from '#functions/runtime/ports/stores.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account['end-sessions'],
  { database: databaseWith(journalStore, sessionListStore) },
  ({ ports, user }) => endSessionsOf(ports.database, user, user.userId, 'account.end-sessions'),
);
