import { signOut } from '#functions/domain/auth/sessions.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens.ts';

export const handler = endpoint('auth.logout', { database, sessionTokens }, ({ ports, viewer }) =>
  signOut(ports, viewer),
);
