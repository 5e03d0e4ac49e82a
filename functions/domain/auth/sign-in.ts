import { countAttempt, countSuccess } from '#functions/domain/system/throttle.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { OwnAccount } from '#functions/ports/database/users/user-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import { SECOND_STEP_MS } from '#functions/ports/session-limits.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { Role } from '#shared/contract/fields.ts';
import { readEmail } from '#shared/email-address.ts';
import { AppError, INVALID_CREDENTIALS, type SecondStepWay } from '#shared/errors.ts';
import { readOwNumber } from '#shared/portal-numbers.ts';
import { makeSession, type OpenPorts, openSession } from './open-session.ts';
import { describeSignIn } from './sign-in-throttle.ts';

/** Number of open second steps that an account may have; when one more opens, the oldest ends (D47). */
const OPEN_STEPS_MAX = 5;

/**
 * Both kinds of identifier are ASCII. Any other text belongs to no account: the database must not fold one of its
 * letters into an ASCII letter.
 */
const ASCII = /^[\x20-\x7e]*$/;

interface SignInPorts extends OpenPorts {
  database: Pick<Database, 'users' | 'throttle' | 'journal' | 'signIns' | 'mails'>;
  passwords: Passwords;
}

interface Credentials {
  identifier: string;
  password: string;
  rememberMe: boolean;
}

/**
 * Stores the password's hash with today's parameters if it has older ones. Returns the hash that is valid from now on.
 */
const renewIfOutdated = async (
  { database, passwords }: Pick<SignInPorts, 'database' | 'passwords'>,
  { userId, password, passwordHash }: { userId: number; password: string; passwordHash: string },
): Promise<string> => {
  if (!passwords.isOutdated(passwordHash)) {
    return passwordHash;
  }
  const renewed = await passwords.hash(password);
  await database.users.renewPasswordHash(userId, { outdated: passwordHash, renewed });

  return renewed;
};

type Attempt = Awaited<ReturnType<typeof describeSignIn>>;

/** Opens the second step of a sign-in whose password was right. Nothing of the sign-in counts before it is complete. */
const openSecondStep = async (
  { database, sessionTokens, userAgents }: Pick<SignInPorts, 'database' | 'sessionTokens' | 'userAgents'>,
  viewer: Viewer,
  signIn: { user: OwnAccount; passwordHash: string; rememberMe: boolean; attempt: Attempt },
  now: Date,
): Promise<boolean> => {
  const { user, passwordHash, rememberMe, attempt } = signIn;
  const { User_Id: userId, user_role: role } = user;
  const session = await makeSession(
    { sessionTokens, userAgents },
    viewer,
    { role, rememberMe, seconds: SECOND_STEP_MS / 1000 },
    now,
  );
  const { buckets, quota, address } = attempt;
  const isOpen = await database.signIns.openStep(
    { ...session, userId, passwordHash, role, address, counted: { buckets, quota } },
    now,
  );
  if (isOpen) {
    await database.signIns.endOldestSteps(userId, OPEN_STEPS_MAX);
    await session.handOver(userId);
  }

  return isOpen;
};

/** Reads an address or an OW number in any spelling (D77), so that no spelling gives more tries. */
const readIdentifier = (typed: string): string =>
  typed.includes('@') ? readEmail(typed) : (readOwNumber(typed) ?? typed);

/** An administrator's password asks for a second step once a factor is on, a client's with an authenticator app (D47). */
const asksSecondStep = (role: Role, ways: readonly SecondStepWay[]): boolean =>
  ways.includes('code') || (role === 'admin' && ways.includes('passkey'));

type SignedIn = OwnUser | { secondStep: { ways: SecondStepWay[] } };

/**
 * Signs in by email address or OW number, or opens the second step. A known and an unknown account fail alike, in the
 * same time.
 */
export const signIn = async (
  { database, passwords, ...ports }: SignInPorts,
  viewer: Viewer,
  { identifier: typed, password, rememberMe }: Credentials,
  now: Date,
): Promise<SignedIn> => {
  const { sessionTokens } = ports;
  const identifier = readIdentifier(typed);
  const found = await database.users.findCredentials(ASCII.test(identifier) ? identifier : '');
  const userId = found?.user.User_Id;
  const attempt = await describeSignIn(sessionTokens, viewer, { identifier, found });
  await countAttempt(database.throttle, attempt, now);

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

  const { user, passwordHash, ways } = found;
  const renewHash = () =>
    renewIfOutdated({ database, passwords }, { userId: user.User_Id, password, passwordHash });
  if (asksSecondStep(user.user_role, ways)) {
    const step = { user, passwordHash, rememberMe, attempt };
    if (!(await openSecondStep({ database, ...ports }, viewer, step, now))) {
      throw new AppError('unauthenticated', INVALID_CREDENTIALS);
    }
    await renewHash();

    return { secondStep: { ways: [...ways] } };
  }

  // A separate statement: under the account's lock it would delay everybody who signs in from the same address.
  await countSuccess(database.throttle, attempt, now);
  const signedIn = await openSession(
    { database, ...ports },
    viewer,
    {
      credentials: { user, passwordHash },
      rememberMe,
      isFromKnownBrowser: attempt.isFromKnownBrowser,
      renewHash,
      spent: undefined,
      completesStep: false,
    },
    now,
  );
  if (!signedIn) {
    throw new AppError('unauthenticated', INVALID_CREDENTIALS);
  }

  return signedIn;
};

/** Ends the session that the request presented, if there is one. */
export const endSession = async (
  { database, sessionTokens }: { database: Pick<Database, 'sessions'>; sessionTokens: SessionTokens },
  viewer: Viewer,
): Promise<void> => {
  const claims = viewer.sessionToken ? await sessionTokens.verify(viewer.sessionToken) : undefined;
  if (claims) {
    await database.sessions.end(claims.sessionId);
  }
};
