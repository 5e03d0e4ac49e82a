import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { toOwnUser } from '#functions/domain/users/read-users.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { SpentFactor } from '#functions/ports/database/factors/spent-factor.ts';
import type { Credentials } from '#functions/ports/database/users/user-store.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Device, UserAgents } from '#functions/ports/user-agents.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { Role } from '#shared/contract/fields.ts';
import { keepKnownBrowser } from './known-browser.ts';

const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;
const SESSION_SECONDS = 12 * 60 * 60;

/** Number of sessions that an account may have; when one more starts, the oldest ends (D3). */
const SESSIONS_MAX = 100;

export interface NewSession extends Device {
  id: string;
  expiresAt: Date;
  isRemembered: boolean;
  /** The session that the request presented, which ends when this one starts. */
  replacedId: string | undefined;
  /** Puts the session's cookie into the answer; called once the session is stored for this user. */
  handOver: (userId: number) => Promise<void>;
}

interface MakePorts {
  sessionTokens: Pick<SessionTokens, 'sign' | 'verify'>;
  userAgents: UserAgents;
}

/**
 * Makes a session that is not stored yet. An admin's session always ends after 12 hours; 'Remember me' extends a
 * client's to 30 days (D3). One whose second step is open lasts for `seconds`, and its cookie as long as the browser.
 */
export const makeSession = async (
  { sessionTokens: { sign, verify }, userAgents }: MakePorts,
  viewer: Viewer,
  { role, rememberMe, seconds: chosen }: { role: Role; rememberMe: boolean; seconds?: number },
  now: Date,
): Promise<NewSession> => {
  const isRemembered = rememberMe && role !== 'admin';
  const seconds = chosen ?? (isRemembered ? REMEMBERED_SECONDS : SESSION_SECONDS);
  const id = crypto.randomUUID();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const replaced = viewer.sessionToken ? await verify(viewer.sessionToken) : undefined;

  return {
    id,
    expiresAt,
    isRemembered,
    replacedId: replaced?.sessionId,
    ...userAgents.read(viewer.userAgent),
    handOver: async (userId) => {
      const token = await sign({ sessionId: id, userId, role }, expiresAt);
      viewer.keepSession(token, isRemembered && chosen === undefined ? seconds : undefined);
    },
  };
};

export interface OpenPorts extends MailOrderPorts, MakePorts {
  database: Pick<Database, 'signIns' | 'mails'>;
  sessionTokens: Pick<SessionTokens, 'sign' | 'verify' | 'fingerprint' | 'isFingerprint'>;
}

interface CompletedSignIn {
  credentials: Credentials;
  rememberMe: boolean;
  isFromKnownBrowser: boolean;
  /** Called after the session has started: replaces an outdated hash of the password, and returns the current hash. */
  renewHash?: () => Promise<string>;
  /** Work after the start that does not wait for the mail about an unknown browser, nor that for it; never rejects. */
  alongside?: () => Promise<unknown>;
  /** The factor that was right; undefined for a password alone. */
  spent: SpentFactor | undefined;
  /** True if the request presented an open second step. */
  completesStep: boolean;
}

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

/**
 * Starts the session of a sign-in that is complete, makes the browser known and tells the owner of an unknown one.
 * Undefined if the account changed meanwhile, or the factor or the second step was used by another request.
 */
export const openSession = async (
  { database, sessionTokens, userAgents, ...ports }: OpenPorts,
  viewer: Viewer,
  { credentials: { user, passwordHash }, ...signIn }: CompletedSignIn,
  now: Date,
): Promise<OwnUser | undefined> => {
  const { User_Id: userId, user_role: role } = user;
  const { spent, completesStep, isFromKnownBrowser } = signIn;
  const session = await makeSession({ sessionTokens, userAgents }, viewer, { role, ...signIn }, now);
  const sessionCount = await database.signIns.start(
    {
      ...session,
      userId,
      passwordHash,
      role,
      address: viewer.address,
      level: spent ? 2 : 1,
      signedInBy: spent?.way ?? 'password',
      spent,
      completesStep,
    },
    now,
  );
  if (sessionCount === undefined) {
    return undefined;
  }

  if (sessionCount > SESSIONS_MAX) {
    // The next sign-in ends the surplus if this fails.
    await database.signIns.endOldest(userId, SESSIONS_MAX, now).catch(ports.report);
  }
  const currentHash = (await signIn.renewHash?.()) ?? passwordHash;
  await session.handOver(userId);
  await keepKnownBrowser(sessionTokens, viewer, { userId, passwordHash: currentHash });
  const signedIn = { sessionId: session.id, userId, recipient: user.User_Email };
  await Promise.all([
    isFromKnownBrowser ? undefined : tellOfNewBrowser({ database, ...ports }, signedIn, now),
    signIn.alongside?.(),
  ]);

  return toOwnUser(ports.mailSettings, user);
};
