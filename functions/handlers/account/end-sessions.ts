import { endSessionsOf } from '#functions/domain/sessions/session-list.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore } from '#functions/runtime/ports/journal-store-port.ts';
import { sessionListStore } from '#functions/runtime/ports/session-list-store-port.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account['end-sessions'],
  { database: databaseWith(journalStore, sessionListStore) },
  ({ ports, user }) => endSessionsOf(ports.database, user, user.userId, 'account.end-sessions'),
);
