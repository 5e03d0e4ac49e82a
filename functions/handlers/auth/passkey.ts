import { signInWithPasskey } from '#functions/domain/auth/sign-in-with-passkey.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { passkeys } from '#functions/runtime/ports/passkeys-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { journalStore, mailStore, signInStore, throttleStore } from '#functions/runtime/ports/stores.ts';
import { userAgents } from '#functions/runtime/ports/user-agents-port.ts';
import { auth } from '#shared/contract/auth.ts';

export const handler = endpoint(
  auth.passkey,
  {
    database: databaseWith(journalStore, mailStore, signInStore, throttleStore),
    passkeys,
    userAgents,
    sessionTokens,
    mailSettings,
    accountMailQueue: jobSender('account-mail'),
  },
  ({ ports, viewer, body, now, report }) => signInWithPasskey({ ...ports, report }, viewer, body, now),
);
