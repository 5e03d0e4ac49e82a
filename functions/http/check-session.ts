import type {
  FoundSession,
  SessionLevel,
  SessionUser,
} from '#functions/ports/database/auth/session-store.ts';
import { isFreshProof, notedEveryMs } from '#functions/ports/session-limits.ts';
import type { SessionClaims } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';
import { sessionStore } from '#functions/runtime/ports/stores.ts';
import type { Role } from '#shared/contract/fields.ts';
import type { Route } from '#shared/contract/route.ts';
import type { SecondStepWay } from '#shared/errors.ts';
import { httpSettings } from './http-settings.ts';

const { sessions } = databaseWith(sessionStore);

/**
 * Reads the cookie's claims about its session. They sign nobody in, because the session may have ended since the cookie
 * was signed.
 */
export const readClaims = async ({ sessionToken }: Viewer): Promise<SessionClaims | undefined> =>
  sessionToken ? sessionTokens.verify(sessionToken) : undefined;

/** The signed-in user, and what the check of the session found out besides. */
export interface CheckedSession {
  user: SessionUser;
  /** The ways to take the second step, while it is open. */
  openWays: readonly SecondStepWay[] | undefined;
  mustChangePassword: boolean;
  mustSetUpFactor: boolean;
  /** Settles once the use of the session is noted; never rejects. */
  noted: Promise<void> | undefined;
}

const noteUse = (sessionId: string, now: Date): Promise<void> =>
  sessions.noteUse(sessionId, now).catch((error) => {
    log.error('the use of a session was not noted', { causes: describeError(error) });
  });

const isFactorRequired = httpSettings.ADMIN_SECOND_FACTOR === 'required';

/** Returns the level that a session of this role needs (D47). */
export const levelMinOf = (role: Role): SessionLevel => (isFactorRequired && role === 'admin' ? 2 : 1);

/** Where a second factor is only offered, an account without one is asked for no proof (D48). */
const isProven = async ({ userId, provedAt }: FoundSession, now: Date): Promise<boolean> =>
  isFreshProof(provedAt, now) || (!isFactorRequired && (await sessions.listWays(userId)).length === 0);

/**
 * Finds the user of a session that is live. Each request reads the user again, so that the end of a session or an
 * account counts at once. Whether the user gave proof is found out only for a route that needs it.
 */
export const checkSession = async (
  { needsProof }: Pick<Route, 'needsProof'>,
  { sessionId, address, checkedAt }: Pick<SessionUser, 'sessionId' | 'address' | 'checkedAt'>,
): Promise<CheckedSession | undefined> => {
  const found = await sessions.findUser(sessionId, checkedAt);
  if (!found) {
    return undefined;
  }
  const { userId, role, mustChangePassword, lastUsedAt, level, isSecondStepOpen } = found;
  const levelMin = levelMinOf(role);
  const isLongAgo = checkedAt.getTime() - lastUsedAt.getTime() > notedEveryMs(role);

  return {
    user: {
      userId,
      role,
      sessionId,
      levelMin,
      isProven: needsProof !== undefined && (await isProven(found, checkedAt)),
      address,
      checkedAt,
    },
    openWays: isSecondStepOpen ? await sessions.listWays(userId) : undefined,
    mustChangePassword,
    mustSetUpFactor: level < levelMin,
    noted: isLongAgo ? noteUse(sessionId, checkedAt) : undefined,
  };
};
