import { updateOwnDetails } from '#functions/domain/account/own-details.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdeskContactStore } from '#functions/runtime/ports/helpdesk-contact-store-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { userStore } from '#functions/runtime/ports/user-store-port.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account.update,
  {
    database: databaseWith(helpdeskContactStore, userStore),
    mailSettings,
    supportSettings,
    helpdeskContactQueue: jobSender('helpdesk-contact'),
  },
  ({ ports, user, body, now, report }) => updateOwnDetails({ ...ports, report }, user, body, now),
);
