import type { Database } from '#functions/ports/database.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { ThrottleBucket } from '#functions/ports/throttle-store.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { User } from '#shared/contract/auth.ts';
import { AppError } from '#shared/errors.ts';

const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;
const SESSION_SECONDS = 12 * 60 * 60;
const WINDOW_SECONDS = 15 * 60;

/** Failures allowed in the window (decision 27): phones share addresses behind carrier NAT. */
const FAILURES_MAX = { accountAndAddress: 10, account: 100, address: 100 };

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

/** An identifier as the throttle may keep it: one that matches no account is stored nowhere (decision 33). */
const hashIdentifier = async (identifier: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identifier.toLowerCase()));

  return btoa(String.fromCharCode(...new Uint8Array(digest)));
};

const bucketsFor = (account: string, address: string, userId: number | undefined): ThrottleBucket[] => {
  const owner = userId === undefined ? {} : { userId };

  return [
    { name: `sign-in ${account} ${address}`, limit: FAILURES_MAX.accountAndAddress, ...owner },
    { name: `sign-in ${account}`, limit: FAILURES_MAX.account, ...owner },
    { name: `sign-in ${address}`, limit: FAILURES_MAX.address },
  ].map((bucket) => ({ ...bucket, windowSeconds: WINDOW_SECONDS }));
};

export const refuseUntil = (blockedUntil: Date, now: Date): AppError =>
  new AppError('too_many_requests', 'Too many attempts. Please wait a few minutes and try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000)),
  });

/** An admin's session ends after 12 hours always; 'Remember me' gives a client's 30 days (decision 3). */
const lifetimeOf = (user: User, rememberMe: boolean) => {
  const isRemembered = rememberMe && user.user_role !== 'admin';

  return { isRemembered, seconds: isRemembered ? REMEMBERED_SECONDS : SESSION_SECONDS };
};

/** Starts a session in the running transaction and hands its cookie to the viewer. */
export const startSession = async (
  { database, sessionTokens }: Pick<SignInPorts, 'database' | 'sessionTokens'>,
  viewer: Viewer,
  user: User,
  { rememberMe, now }: { rememberMe: boolean; now: Date },
): Promise<void> => {
  const { isRemembered, seconds } = lifetimeOf(user, rememberMe);
  const id = crypto.randomUUID();
  const expiresAt = new Date(now.getTime() + seconds * 1000);

  await database.sessions.start({ id, userId: user.User_Id, expiresAt });
  viewer.keepSession(await sessionTokens.sign(id, expiresAt), isRemembered ? seconds : undefined);
};

/** Signs in by email address or OW number. A known and an unknown account fail alike, in the same time. */
export const signIn = async (
  ports: SignInPorts,
  viewer: Viewer,
  { identifier, password, rememberMe }: Credentials,
  now: Date,
): Promise<User> => {
  const { database, passwords } = ports;
  const found = await database.users.findCredentials(identifier);
  const userId = found?.user.User_Id;
  const account = userId === undefined ? await hashIdentifier(identifier) : `user ${userId}`;
  const buckets = bucketsFor(account, viewer.address, userId);

  const blockedUntil = await database.throttle.count(buckets, now);
  if (blockedUntil) throw refuseUntil(blockedUntil, now);

  const isRight = found
    ? await passwords.verify(password, found.passwordHash)
    : await passwords.verifyNobody(password);
  if (!found || !isRight) {
    await database.journal.recordFailedSignIn(userId, viewer.address);
    throw new AppError('unauthenticated', 'Invalid credentials. Please check your email and password.');
  }

  const { user, passwordHash } = found;
  if (user.User_Status !== 1) throw new AppError('forbidden', 'This account is not active.');

  await database.transaction(async (transaction) => {
    if (passwords.isOutdated(passwordHash)) {
      await transaction.users.replacePasswordHash(user.User_Id, await passwords.hash(password));
    }
    await transaction.throttle.takeBack(buckets);
    await startSession({ ...ports, database: transaction }, viewer, user, { rememberMe, now });
    await transaction.journal.record(
      {
        actorId: user.User_Id,
        action: 'auth.login',
        record: `user ${user.User_Id}`,
        address: viewer.address,
      },
      { userId: user.User_Id, activityType: 'login', description: 'Signed in' },
    );
  });

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
