import { sendContactUpdate } from '#functions/domain/tickets/helpdesk-contacts.ts';
import { updateUser } from '#functions/domain/users/user-edits.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { commonPasswords } from '#functions/runtime/ports/common-passwords-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import {
  helpdeskContactStore,
  journalStore,
  linkStore,
  mailStore,
  sessionStore,
  userStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.update,
  {
    database: databaseWith(helpdeskContactStore, journalStore, linkStore, mailStore, sessionStore, userStore),
    passwords,
    commonPasswords,
    supportSettings,
    helpdeskContactQueue: jobSender('helpdesk-contact'),
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, params, body, now, note, report }) =>
    updateUser({ ...ports, note, report }, user, { userId: params.User_Id, update: body }, now),
  ({ ports, result, now }) => sendContactUpdate(ports, result, now),
);
