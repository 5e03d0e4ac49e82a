import { endSessionOf } from '#functions/domain/sessions/session-list.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, sessionListStore } from '#functions/runtime/ports/stores.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account['end-session'],
  { database: databaseWith(journalStore, sessionListStore) },
  ({ ports, user, viewer, params }) =>
    endSessionOf(
      ports.database,
      { user, viewer },
      { userId: user.userId, sessionId: params.id },
      'account.end-session',
    ),
);
