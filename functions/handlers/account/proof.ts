import { giveProof } from '#functions/domain/auth/give-proof.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { passkeys } from '#functions/runtime/ports/passkeys-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import {
  journalStore,
  ownAccountStore,
  signInStore,
  throttleStore,
} from '#functions/runtime/ports/stores.ts';
import { account } from '#shared/contract/account.ts';

export const handler = endpoint(
  account.proof,
  {
    database: databaseWith(journalStore, ownAccountStore, signInStore, throttleStore),
    passkeys,
    passwords,
    sessionTokens,
  },
  ({ ports, user, viewer, body, now }) => giveProof(ports, { user, viewer }, body, now),
);
