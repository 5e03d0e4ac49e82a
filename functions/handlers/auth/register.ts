import { register } from '#functions/domain/auth/registration.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { commonPasswords } from '#functions/runtime/ports/common-passwords.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { passwords } from '#functions/runtime/ports/passwords.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens.ts';

export const handler = endpoint(
  'auth.register',
  { database, passwords, commonPasswords, sessionTokens },
  ({ ports, viewer, body, now }) => register(ports, viewer, body, now),
);
