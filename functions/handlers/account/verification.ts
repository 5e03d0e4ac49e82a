import { askForVerification } from '#functions/domain/account/own-email.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { mailStore, throttleStore, userStore } from '#functions/runtime/ports/stores.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account.verification,
  {
    database: databaseWith(mailStore, throttleStore, userStore),
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, now, report }) => askForVerification({ ...ports, report }, user, now),
);
