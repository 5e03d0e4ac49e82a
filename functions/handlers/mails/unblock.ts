import { unblockMail } from '#functions/domain/mails/mail-history.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, mailHistoryStore } from '#functions/runtime/ports/stores.ts';
import { mails } from '#shared/contract/mails.ts';

export const handler = endpoint(
  mails.unblock,
  { database: databaseWith(journalStore, mailHistoryStore) },
  ({ ports, user, params, note }) => unblockMail({ ...ports, note }, user, params.User_Id),
);
