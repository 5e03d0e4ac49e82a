import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { countAttempt, countSuccess } from '#functions/domain/system/throttle.ts';
import { toOwnUser } from '#functions/domain/users/read-users.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Device, UserAgents } from '#functions/ports/user-agents.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { Role } from '#shared/contract/fields.ts';
import { readEmail } from '#shared/email-address.ts';
import { AppError, INVALID_CREDENTIALS } from '#shared/errors.ts';
import { readOwNumber } from '#shared/portal-numbers.ts';
import { keepKnownBrowser } from './known-browser.ts';
import { describeSignIn } from './sign-in-throttle.ts';

const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;
const SESSION_SECONDS = 12 * 60 * 60;

/** Number of sessions that an account may have; when one more starts, the oldest ends (D3). */
const SESSIONS_MAX = 100;

/**
 * Both kinds of identifier are ASCII. Any other text belongs to no account: the database must not fold one of its
 * letters into an ASCII letter.
 */
const ASCII = /^[\x20-\x7e]*$/;

interface SignInPorts extends MailOrderPorts {
  database: Pick<Database, 'users' | 'throttle' | 'journal' | 'sessions' | 'mails'>;
  passwords: Passwords;
  sessionTokens: SessionTokens;
  userAgents: UserAgents;
}

interface Credentials {
  identifier: string;
  password: string;
  rememberMe: boolean;
}

export interface NewSession extends Device {
  id: string;
  expiresAt: Date;
  /** The session that the request presented, which ends when this one starts. */
  replacedId: string | undefined;
  /** Puts the session's cookie into the answer; called once the session is stored for this user. */
  handOver: (userId: number) => Promise<void>;
}

/**
 * Makes a session that is not stored yet. An admin's session always ends after 12 hours; 'Remember me' extends a
 * client's to 30 days (D3).
 */
export const makeSession = async (
  {
    sessionTokens: { sign, verify },
    userAgents,
  }: { sessionTokens: Pick<SessionTokens, 'sign' | 'verify'>; userAgents: UserAgents },
  viewer: Viewer,
  { role, rememberMe }: { role: Role; rememberMe: boolean },
  now: Date,
): Promise<NewSession> => {
  const isRemembered = rememberMe && role !== 'admin';
  const seconds = isRemembered ? REMEMBERED_SECONDS : SESSION_SECONDS;
  const id = crypto.randomUUID();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const replaced = viewer.sessionToken ? await verify(viewer.sessionToken) : undefined;

  return {
    id,
    expiresAt,
    replacedId: replaced?.sessionId,
    ...userAgents.read(viewer.userAgent),
    handOver: async (userId) => {
      const token = await sign({ sessionId: id, userId, role }, expiresAt);
      viewer.keepSession(token, isRemembered ? seconds : undefined);
    },
  };
};

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

/**
 * Tells the owner of the account about a sign-in from a browser that it does not know (D58). The session has started by
 * now: if the process dies here, or the order fails, only this mail is lost, and the list of sessions shows the sign-in
 * all the same.
 */
const tellOfNewBrowser = async (
  { database, ...ports }: MailOrderPorts & { database: Pick<Database, 'mails'> },
  signedIn: { sessionId: string; userId: number; recipient: string },
  now: Date,
): Promise<void> => {
  const orders = openMailOrders(ports, now);
  await orders.orderBy(() => database.mails.orderNewSignIn(signedIn, now)).catch(ports.report);
  await orders.send();
};

/** Reads an address or an OW number in any spelling (D77), so that no spelling gives more tries. */
const readIdentifier = (typed: string): string =>
  typed.includes('@') ? readEmail(typed) : (readOwNumber(typed) ?? typed);

/** Signs in by email address or OW number. A known and an unknown account fail alike, in the same time. */
export const signIn = async (
  { database, passwords, sessionTokens, userAgents, ...ports }: SignInPorts,
  viewer: Viewer,
  { identifier: typed, password, rememberMe }: Credentials,
  now: Date,
): Promise<OwnUser> => {
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

  const { user, passwordHash } = found;
  // A separate statement: under the account's lock it would delay everybody who signs in from the same address.
  await countSuccess(database.throttle, attempt, now);

  const session = await makeSession(
    { sessionTokens, userAgents },
    viewer,
    { role: user.user_role, rememberMe },
    now,
  );
  const sessionCount = await database.sessions.start({
    ...session,
    userId: user.User_Id,
    passwordHash,
    role: user.user_role,
    address: viewer.address,
  });
  if (sessionCount === undefined) {
    throw new AppError('unauthenticated', INVALID_CREDENTIALS);
  }

  if (sessionCount > SESSIONS_MAX) {
    // The next sign-in ends the surplus if this fails.
    await database.sessions.endOldest(user.User_Id, SESSIONS_MAX, now).catch(ports.report);
  }
  const currentHash = await renewIfOutdated(
    { database, passwords },
    { userId: user.User_Id, password, passwordHash },
  );
  await session.handOver(user.User_Id);
  await keepKnownBrowser(sessionTokens, viewer, { userId: user.User_Id, passwordHash: currentHash });
  if (!attempt.isFromKnownBrowser) {
    const signedIn = { sessionId: session.id, userId: user.User_Id, recipient: user.User_Email };
    await tellOfNewBrowser({ database, ...ports }, signedIn, now);
  }

  return toOwnUser(ports.mailSettings, user);
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
