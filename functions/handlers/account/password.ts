import { changeOwnPassword } from '#functions/domain/account/own-password.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { commonPasswords } from '#functions/runtime/ports/common-passwords-port.ts';
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
} from '#functions/runtime/ports/stores.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account.password,
  {
    database: databaseWith(
      journalStore,
      linkStore,
      mailStore,
      ownAccountStore,
      sessionListStore,
      throttleStore,
    ),
    passwords,
    commonPasswords,
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, viewer, body, now, note, report }) =>
    changeOwnPassword({ ...ports, note, report }, { user, viewer }, body, now),
);
