import { endOldestSessions, signIn } from '#functions/domain/auth/sessions.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { passwords } from '#functions/runtime/ports/passwords-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';

export const handler = endpoint(
  'auth.login',
  { database, passwords, sessionTokens },
  ({ ports, viewer, body, now }) => signIn(ports, viewer, body, now),
  ({ ports, result, now }) => endOldestSessions(ports, result.User_Id, now),
);
