import { sendContactDeletion } from '#functions/domain/tickets/helpdesk-contacts.ts';
import { deleteUser } from '#functions/domain/users/user-deletion.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';

export const handler = endpoint(
  'users.delete',
  { database, supportSettings, helpdeskContactQueue: jobSender('helpdesk-contact') },
  ({ ports, user, params, now, note }) => deleteUser({ ...ports, note }, user, params.User_Id, now),
  ({ ports, params }) => sendContactDeletion(ports, params.User_Id),
);
