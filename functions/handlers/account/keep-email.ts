import { keepEmail } from '#functions/domain/account/own-email.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { journalStore, ownAccountStore } from '#functions/runtime/ports/stores.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account['keep-email'],
  { database: databaseWith(journalStore, ownAccountStore) },
  ({ ports, user }) => keepEmail(ports.database, user),
);
