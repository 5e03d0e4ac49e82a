import { listMailsOf } from '#functions/domain/mails/mail-history.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailHistoryStore } from '#functions/runtime/ports/stores.ts';
import { mails } from '#shared/contract/mails.ts';

export const handler = endpoint(
  mails.list,
  { database: databaseWith(mailHistoryStore) },
  ({ ports, user, params }) => listMailsOf(ports.database.mailHistory, user, params.User_Id),
);
