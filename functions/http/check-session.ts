import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { SessionClaims } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { sessionStore } from '#functions/runtime/ports/stores.ts';

const { sessions } = databaseWith(sessionStore);

/**
 * Reads the cookie's claims about its session. They sign nobody in, because the session may have ended since the cookie
 * was signed.
 */
export const readClaims = async ({ sessionToken }: Viewer): Promise<SessionClaims | undefined> =>
  sessionToken ? sessionTokens.verify(sessionToken) : undefined;

/** Time after which the use of a session is noted again (D50). */
const NOTED_EVERY_MS = 60 * 60_000;

/** The signed-in user, and what the check of the session found out besides. */
export interface CheckedSession {
  user: SessionUser;
  mustChangePassword: boolean;
  /** Settles once the use of the session is noted; never rejects. */
  noted: Promise<void> | undefined;
}

const noteUse = (sessionId: string, now: Date): Promise<void> =>
  sessions.noteUse(sessionId, now).catch((error) => {
    log.error('the use of a session was not noted', { causes: describeError(error) });
  });

/**
 * Finds the user of a session that is live. Each request reads the user again, so that the end of a session or an
 * account counts at once.
 */
export const checkSession = async ({
  sessionId,
  address,
  checkedAt,
}: Pick<SessionUser, 'sessionId' | 'address' | 'checkedAt'>): Promise<CheckedSession | undefined> => {
  const found = await sessions.findUser(sessionId, checkedAt);
  if (!found) {
    return undefined;
  }
  const { userId, role, mustChangePassword, lastUsedAt } = found;
  const isLongAgo = checkedAt.getTime() - lastUsedAt.getTime() > NOTED_EVERY_MS;

  return {
    user: { userId, role, sessionId, address, checkedAt },
    mustChangePassword,
    noted: isLongAgo ? noteUse(sessionId, checkedAt) : undefined,
  };
};
