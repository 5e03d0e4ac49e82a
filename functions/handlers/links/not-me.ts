import { refuseMail } from '#functions/domain/links/refused-mail.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import {
  journalStore,
  linkStore,
  mailStore,
  sessionStore,
  throttleStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { links } from '#shared/contract/links.ts';

export const handler = endpoint(
  links['not-me'],
  {
    database: databaseWith(journalStore, linkStore, mailStore, sessionStore, throttleStore),
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
    supportSettings,
  },
  ({ ports, viewer, body, now, report, note }) =>
    refuseMail({ ...ports, report, note }, viewer, body.token, now),
);
