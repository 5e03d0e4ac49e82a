import { changeOwnPassword } from '#functions/domain/account/own-password.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { commonPasswords } from '#functions/runtime/ports/common-passwords-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { journalStore } from '#functions/runtime/ports/journal-store-port.ts';
import { linkStore } from '#functions/runtime/ports/link-store-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { mailStore } from '#functions/runtime/ports/mail-store-port.ts';
import { ownAccountStore } from '#functions/runtime/ports/own-account-store-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionListStore } from '#functions/runtime/ports/session-list-store-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { throttleStore } from '#functions/runtime/ports/throttle-store-port.ts';
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
