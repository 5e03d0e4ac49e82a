import { readPasskeyOptions } from '#functions/domain/factors/make-passkey.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { passkeyDomain } from '#functions/runtime/ports/passkey-domain-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { factorStore } from '#functions/runtime/ports/stores.ts';
import { factors } from '#shared/contract/factors.ts';

export const handler = endpoint(
  factors['passkey-options'],
  { database: databaseWith(factorStore), passkeyDomain, sessionTokens },
  ({ ports, user, now }) => readPasskeyOptions(ports, user, now),
);
