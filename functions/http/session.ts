import type { SessionUser } from '#functions/ports/database/session-store.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens.ts';

/** The signed-in user, read anew at each request, so that an ended session or account counts at once. */
export const readSession = async (viewer: Viewer, now: Date): Promise<SessionUser | undefined> => {
  if (!viewer.sessionToken) return undefined;

  const sessionId = await sessionTokens.verify(viewer.sessionToken);
  if (!sessionId) return undefined;

  const user = await database.sessions.findUser(sessionId, now);

  return user && { ...user, sessionId, address: viewer.address };
};
