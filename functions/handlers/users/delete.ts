import { sendContactDeletion } from '#functions/domain/tickets/helpdesk-contacts.ts';
import { deleteUser } from '#functions/domain/users/user-deletion.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { invoiceStore, journalStore, mailStore, userStore } from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { users } from '#shared/contract/users.ts';

export const handler = endpoint(
  users.delete,
  {
    database: databaseWith(invoiceStore, journalStore, mailStore, userStore),
    supportSettings,
    helpdeskContactQueue: jobSender('helpdesk-contact'),
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, params, now, note, report }) =>
    deleteUser({ ...ports, note, report }, user, params.User_Id, now),
  ({ ports, params }) => sendContactDeletion(ports, params.User_Id),
);
