import { confirmTotp } from '#functions/domain/factors/authenticator-app.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { factorKey } from '#functions/runtime/ports/factor-key-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import {
  factorStore,
  journalStore,
  mailStore,
  sessionListStore,
  signInStore,
  throttleStore,
} from '#functions/runtime/ports/stores.ts';
import { factors } from '#shared/contract/factors.ts';

export const handler = endpoint(
  factors['confirm-totp'],
  {
    database: databaseWith(
      factorStore,
      journalStore,
      mailStore,
      sessionListStore,
      signInStore,
      throttleStore,
    ),
    factorKey,
    passwords,
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, viewer, body, now, note, report }) =>
    confirmTotp({ ...ports, note, report }, { user, viewer }, body.code, now),
);
