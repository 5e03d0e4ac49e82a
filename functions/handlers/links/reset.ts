import { resetPassword } from '#functions/domain/links/password-by-link.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { commonPasswords } from '#functions/runtime/ports/common-passwords-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdeskContactStore } from '#functions/runtime/ports/helpdesk-contact-store-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { journalStore } from '#functions/runtime/ports/journal-store-port.ts';
import { linkStore } from '#functions/runtime/ports/link-store-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { mailStore } from '#functions/runtime/ports/mail-store-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionStore } from '#functions/runtime/ports/session-store-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { throttleStore } from '#functions/runtime/ports/throttle-store-port.ts';
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
