import { endSession } from '#functions/domain/auth/sign-in.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { sessionStore } from '#functions/runtime/ports/stores.ts';
import { auth } from '#shared/contract/auth.ts';

// The cookie is cleared in any case. If the row cannot be reached, the session ends when it expires.
export const handler = endpoint(
  auth.logout,
  { database: databaseWith(sessionStore), sessionTokens },
  async ({ viewer }) => viewer.forgetSession(),
  ({ ports, viewer }) => endSession(ports, viewer),
);
