import { sendReset } from '#functions/domain/users/user-password.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { journalStore, mailStore, userStore } from '#functions/runtime/ports/stores.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users['send-reset'],
  {
    database: databaseWith(journalStore, mailStore, userStore),
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, params, now, report }) => sendReset({ ...ports, report }, user, params.User_Id, now),
);
