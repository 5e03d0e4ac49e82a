import { requestReset } from '#functions/domain/links/reset-request.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { linkStore, throttleStore } from '#functions/runtime/ports/stores.ts';
import { links } from '#shared/contract/links.ts';

export const handler = endpoint(
  links['request-reset'],
  {
    database: databaseWith(linkStore, throttleStore),
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, viewer, body, now, report }) => requestReset({ ...ports, report }, viewer, body.User_Email, now),
);
