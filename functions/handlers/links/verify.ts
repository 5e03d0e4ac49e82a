import { verifyAddress } from '#functions/domain/links/address-by-link.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import {
  helpdeskContactStore,
  journalStore,
  linkStore,
  mailStore,
  sessionListStore,
  sessionStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { links } from '#shared/contract/links.ts';

export const handler = endpoint(
  links.verify,
  {
    database: databaseWith(
      helpdeskContactStore,
      journalStore,
      linkStore,
      mailStore,
      sessionListStore,
      sessionStore,
    ),
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
    supportSettings,
    helpdeskContactQueue: jobSender('helpdesk-contact'),
  },
  ({ ports, viewer, body, now, report, note }) =>
    verifyAddress({ ...ports, report, note }, viewer, body.token, now),
);
