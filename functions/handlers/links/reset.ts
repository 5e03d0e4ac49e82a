import { resetPassword } from '#functions/domain/links/password-by-link.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { commonPasswords } from '#functions/runtime/ports/common-passwords-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import {
  helpdeskContactStore,
  journalStore,
  linkStore,
  mailStore,
  sessionStore,
  throttleStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { links } from '#shared/contract/links.ts';

export const handler = endpoint(
  links.reset,
  {
    database: databaseWith(
      helpdeskContactStore,
      journalStore,
      linkStore,
      mailStore,
      sessionStore,
      throttleStore,
    ),
    passwords,
    commonPasswords,
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
    supportSettings,
    helpdeskContactQueue: jobSender('helpdesk-contact'),
  },
  ({ ports, viewer, body, now, report, note }) =>
    resetPassword(
      { ...ports, report, note },
      viewer,
      { token: body.token, password: body.User_Pass_Bkp },
      now,
    ),
);
