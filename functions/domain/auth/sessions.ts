import type { Database } from '#functions/ports/database/database.ts';
import type { ThrottleBucket, ThrottleStore } from '#functions/ports/database/throttle-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { User } from '#shared/contract/auth.ts';
import type { Role } from '#shared/contract/fields.ts';
import { AppError, INVALID_CREDENTIALS } from '#shared/errors.ts';

const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;
const SESSION_SECONDS = 12 * 60 * 60;
const WINDOW_SECONDS = 15 * 60;

/** Failures allowed in the window (decision 27): phones share addresses behind carrier NAT. */
const FAILURES_MAX = { accountAndAddress: 10, address: 100, account: 100 };

interface SignInPorts {
  database: Database;
  passwords: Passwords;
  sessionTokens: SessionTokens;
}

interface Credentials {
  identifier: string;
  password: string;
  rememberMe: boolean;
}

/** What a sign-in is counted for. An identifier without an account is counted like one, and takes as long. */
const bucketsFor = async (
  { fingerprint }: Pick<SessionTokens, 'fingerprint'>,
  { identifier, userId, address }: { identifier: string; userId: number | undefined; address: string },
): Promise<ThrottleBucket[]> => {
  const account = userId === undefined ? `identifier ${identifier.toLowerCase()}` : `user ${userId}`;
  const owner = userId === undefined ? {} : { userId };
  const makeBucket = async (counted: string, limit: number) => ({
    name: await fingerprint(`sign-in ${counted}`),
    limit,
    windowSeconds: WINDOW_SECONDS,
  });

  return [
    { ...(await makeBucket(`${account} from ${address}`, FAILURES_MAX.accountAndAddress)), ...owner },
    await makeBucket(`from ${address}`, FAILURES_MAX.address),
    { ...(await makeBucket(account, FAILURES_MAX.account)), ...owner },
  ];
};

/** Counts an attempt, and refuses it as long as one of its buckets is over its limit. */
export const countAttempt = async (
  throttle: Pick<ThrottleStore, 'count'>,
  buckets: readonly ThrottleBucket[],
  now: Date,
): Promise<void> => {
  const blockedUntil = await throttle.count(buckets, now);
  if (!blockedUntil) return;

  const seconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new AppError('too_many_requests', `Too many attempts. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
};

export interface NewSession {
  id: string;
  expiresAt: Date;
  /** Puts the session's cookie into the answer; called once the session is stored. */
  handOver: () => void;
}

/**
 * A session that is signed but not stored yet. An admin's ends after 12 hours always; 'Remember me' gives a
 * client's 30 days (decision 3).
 */
export const makeSession = async (
  { sign }: Pick<SessionTokens, 'sign'>,
  viewer: Viewer,
  { role, rememberMe, now }: { role: Role; rememberMe: boolean; now: Date },
): Promise<NewSession> => {
  const isRemembered = rememberMe && role !== 'admin';
  const seconds = isRemembered ? REMEMBERED_SECONDS : SESSION_SECONDS;
  const id = crypto.randomUUID();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const token = await sign(id, expiresAt);

  return { id, expiresAt, handOver: () => viewer.keepSession(token, isRemembered ? seconds : undefined) };
};

/** Signs in by email address or OW number. A known and an unknown account fail alike, in the same time. */
export const signIn = async (
  { database, passwords, sessionTokens }: SignInPorts,
  viewer: Viewer,
  { identifier, password, rememberMe }: Credentials,
  now: Date,
): Promise<User> => {
  const found = await database.users.findCredentials(identifier);
  const userId = found?.user.User_Id;
  const buckets = await bucketsFor(sessionTokens, { identifier, userId, address: viewer.address });
  await countAttempt(database.throttle, buckets, now);

  const isRight = found
    ? await passwords.verify(password, found.passwordHash)
    : await passwords.verifyNobody(password);
  const isActive = found?.user.User_Status === 1;
  if (!found || !isRight || !isActive) {
    await database.journal.recordFailedSignIn(userId, viewer.address);
    throw isRight
      ? new AppError('forbidden', 'This account is not active.')
      : new AppError('unauthenticated', INVALID_CREDENTIALS);
  }

  const { user, passwordHash } = found;
  // Before the transaction: its locks would hold up everybody who signs in from the same address.
  await database.throttle.takeBack(buckets);

  const session = await makeSession(sessionTokens, viewer, { role: user.user_role, rememberMe, now });
  await database.transaction(async ({ sessions, journal }) => {
    const started = await sessions.start({
      ...session,
      userId: user.User_Id,
      passwordHash,
      role: user.user_role,
    });
    if (!started) throw new AppError('unauthenticated', INVALID_CREDENTIALS);

    await journal.record(
      {
        actorId: user.User_Id,
        action: 'auth.login',
        record: `user ${user.User_Id}`,
        address: viewer.address,
      },
      { userId: user.User_Id, activityType: 'login', description: 'Signed in' },
    );
  });
  if (passwords.isOutdated(passwordHash)) {
    const renewed = await passwords.hash(password);
    await database.users.renewPasswordHash(user.User_Id, { outdated: passwordHash, renewed });
  }
  session.handOver();

  return user;
};

/** Ends the session if there is one; the cookie goes in any case. */
export const signOut = async (
  { database, sessionTokens }: Pick<SignInPorts, 'database' | 'sessionTokens'>,
  viewer: Viewer,
): Promise<void> => {
  viewer.forgetSession();
  const sessionId = viewer.sessionToken && (await sessionTokens.verify(viewer.sessionToken));
  if (sessionId) await database.sessions.end(sessionId);
};
