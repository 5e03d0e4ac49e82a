import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { SessionClaims } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';

/** What the cookie says of its session. Nobody is signed in by it: the session may have ended since it was signed. */
export const readClaims = async ({ sessionToken }: Viewer): Promise<SessionClaims | undefined> =>
  sessionToken ? sessionTokens.verify(sessionToken) : undefined;

/** The signed-in user, read anew at each request, so that an ended session or account counts at once. */
export const findSessionUser = async (
  { sessionId }: SessionClaims,
  { address }: Viewer,
  now: Date,
): Promise<SessionUser | undefined> => {
  const user = await database.sessions.findUser(sessionId, now);

  return user && { ...user, sessionId, address };
};
