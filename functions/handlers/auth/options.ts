import { readAuthOptions } from '#functions/domain/auth/auth-options.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { passkeyDomain } from '#functions/runtime/ports/passkey-domain-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { auth } from '#shared/contract/auth.ts';

export const handler = endpoint(
  auth.options,
  { database: databaseWith(), sessionTokens, mailSettings, passkeyDomain },
  ({ ports, now }) => readAuthOptions(ports, now),
);
