import { auditOf, auditOfRead } from '#functions/domain/audit.ts';
import { requireOwner, requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionListStore } from '#functions/ports/database/auth/session-list-store.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { Session } from '#shared/contract/sessions.ts';
import { AppError } from '#shared/errors.ts';

const listOf = async (
  sessionLists: Pick<SessionListStore, 'listOf'>,
  reader: SessionUser,
  { userId, isAudited }: { userId: number; isAudited: boolean },
  now: Date,
): Promise<Session[]> => {
  const audit = isAudited ? auditOfRead(reader, 'sessions.list') : undefined;
  const sessions = requireUser(await sessionLists.listOf(userId, audit, now));

  return sessions.map((session) => ({ ...session, isCurrent: session.id === reader.sessionId }));
};

export const listOwnSessions = (
  sessionLists: Pick<SessionListStore, 'listOf'>,
  user: SessionUser,
  now: Date,
): Promise<Session[]> => listOf(sessionLists, user, { userId: user.userId, isAudited: false }, now);

/** Lists the sessions of an account for an administrator; each read is audited (D33). */
export const listSessionsOf = (
  sessionLists: Pick<SessionListStore, 'listOf'>,
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<Session[]> => listOf(sessionLists, admin, { userId, isAudited: true }, now);

type SessionsDatabase = DatabaseOf<'sessionLists' | 'journal'>;

/** Ends a session of an account; the caller's own also leaves the browser, as at signing out. */
export const endSessionOf = async (
  database: SessionsDatabase,
  { user, viewer }: { user: SessionUser; viewer: Pick<Viewer, 'forgetSession'> },
  { userId, sessionId }: { userId: number; sessionId: string },
  action: RouteId,
): Promise<void> => {
  await database.transaction(async ({ sessionLists, journal }) => {
    if (!(await sessionLists.end(userId, sessionId))) {
      throw new AppError('not_found', 'Session not found');
    }
    await journal.record(auditOf(user, action, { record: `user ${userId}` }));
  });
  if (sessionId === user.sessionId) {
    viewer.forgetSession();
  }
};

/** Ends all sessions of an account, except for the caller's. If there is none to end, nothing is audited. */
export const endSessionsOf = (
  database: SessionsDatabase,
  actor: SessionUser,
  userId: number,
  action: RouteId,
): Promise<void> =>
  database.transaction(async ({ sessionLists, journal }) => {
    const require = userId === actor.userId ? requireOwner : requireUser;
    const ended = require(await sessionLists.endOthers(userId, actor.sessionId));
    if (ended > 0) {
      await journal.record(auditOf(actor, action, { record: `user ${userId}` }));
    }
  });
