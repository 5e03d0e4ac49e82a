import { readUserSummary } from '#functions/domain/users/read-users.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { userSummaryStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.summary,
  { database: databaseWith(userSummaryStore), mailSettings },
  ({ ports, user, params, now }) => readUserSummary(ports, user, params.User_Id, now),
);
