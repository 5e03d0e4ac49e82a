import { register } from '#functions/domain/auth/register-client.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { commonPasswords } from '#functions/runtime/ports/common-passwords-port.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';

export const handler = endpoint(
  'auth.register',
  { database, passwords, commonPasswords, sessionTokens },
  ({ ports, viewer, body, now }) => register(ports, viewer, body, now),
);
