import { addPasskey } from '#functions/domain/factors/make-passkey.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { passkeys } from '#functions/runtime/ports/passkeys-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import {
  factorStore,
  journalStore,
  mailStore,
  sessionListStore,
  signInStore,
} from '#functions/runtime/ports/stores.ts';
import { userAgents } from '#functions/runtime/ports/user-agents-port.ts';
import { factors } from '#shared/contract/factors.ts';

export const handler = endpoint(
  factors['add-passkey'],
  {
    database: databaseWith(factorStore, journalStore, mailStore, sessionListStore, signInStore),
    passkeys,
    passwords,
    userAgents,
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, user, viewer, body, now, note, report }) =>
    addPasskey({ ...ports, note, report }, { user, viewer }, body.attestation, now),
);
