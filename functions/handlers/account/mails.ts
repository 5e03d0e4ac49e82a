import { listOwnMails } from '#functions/domain/mails/mail-history.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailHistoryStore } from '#functions/runtime/ports/stores.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account.mails,
  { database: databaseWith(mailHistoryStore) },
  ({ ports, user }) => listOwnMails(ports.database.mailHistory, user),
);
