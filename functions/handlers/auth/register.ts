import { register } from '#functions/domain/auth/registration.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { passwords } from '#functions/runtime/ports/passwords.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens.ts';

export const handler = endpoint(
  'auth.register',
  { database, passwords, sessionTokens },
  ({ ports, viewer, body, now }) => register(ports, viewer, body, now),
);
