import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { SessionClaims } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { sessionStore } from '#functions/runtime/ports/session-store-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';

const { sessions } = databaseWith(sessionStore);

/**
 * Reads the cookie's claims about its session. They sign nobody in, because the session may have ended since the cookie
 * was signed.
 */
export const readClaims = async ({ sessionToken }: Viewer): Promise<SessionClaims | undefined> =>
  sessionToken ? sessionTokens.verify(sessionToken) : undefined;

/**
 * Finds the signed-in user. Each request reads the user again, so that the end of a session or an account counts at
 * once.
 */
export const findSessionUser = async (
  { sessionId }: SessionClaims,
  { address }: Viewer,
  now: Date,
): Promise<SessionUser | undefined> => {
  const user = await sessions.findUser(sessionId, now);

  return user && { ...user, sessionId, address };
};
