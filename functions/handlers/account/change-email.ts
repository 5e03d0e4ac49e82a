import { askForEmail } from '#functions/domain/account/own-email.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import {
  journalStore,
  linkStore,
  mailStore,
  ownAccountStore,
  sessionListStore,
  throttleStore,
  userStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account['change-email'],
  {
    database: databaseWith(
      journalStore,
      linkStore,
      mailStore,
      ownAccountStore,
      sessionListStore,
      throttleStore,
      userStore,
    ),
    passwords,
    sessionTokens,
    mailSettings,
    supportSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, viewer, body, now, note, report }) =>
    askForEmail({ ...ports, note, report }, { user, viewer }, body, now),
);
