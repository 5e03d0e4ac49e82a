import { auditOf } from '#functions/domain/audit.ts';
import { requireMail } from '#functions/domain/mails/mail-is-on.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { countAttempt, networkOf } from '#functions/domain/system/throttle.ts';
import { requireOwner } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database, DatabaseOf } from '#functions/ports/database/database.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { AppError } from '#shared/errors.ts';
import { type ProofPorts, requirePassword } from './own-password.ts';

/**
 * Mails with links that may be asked for in an hour by an account, a network address and its /24 or /48 (D46).
 * Without the last limit, one network could use up the portal's links to unverified addresses.
 */
const ASKED_MAX = { account: 5, from: 20, network: 60 };
const WINDOW_SECONDS = 60 * 60;

const SAME_EMAIL = 'This is your email address already.';

type Asked = 'change of address' | 'verification';

const countAsked = async (
  {
    database,
    sessionTokens,
  }: {
    database: Pick<Database, 'throttle'>;
    sessionTokens: Pick<SessionTokens, 'fingerprint'>;
  },
  { userId, address }: SessionUser,
  asked: Asked,
  now: Date,
): Promise<void> => {
  const makeBucket = async (kind: keyof typeof ASKED_MAX, counted: string | number) => ({
    name: await sessionTokens.fingerprint(JSON.stringify([asked, kind, counted])),
    limit: ASKED_MAX[kind],
    windowSeconds: WINDOW_SECONDS,
  });
  const buckets = [
    await makeBucket('account', userId),
    await makeBucket('from', address),
    await makeBucket('network', networkOf(address)),
  ];
  await countAttempt(database.throttle, { buckets, address }, now);
};

interface ChangePorts extends MailOrderPorts, ProofPorts {
  database: DatabaseOf<'users' | 'ownAccounts' | 'links' | 'sessionLists' | 'mails' | 'throttle' | 'journal'>;
  supportSettings: Pick<SupportSettings, 'isOn'>;
  note: NoteRequest;
}

/** Changes the address without a link, which a portal without mail could not send. */
const changeAtOnce = async (
  { database, supportSettings, note }: Pick<ChangePorts, 'database' | 'supportSettings' | 'note'>,
  user: SessionUser,
  wanted: string,
  now: Date,
): Promise<void> => {
  const { userId, sessionId } = user;
  const { user: changed } = await database.transaction(async ({ users, links, sessionLists, journal }) => {
    const write = { version: undefined, queuesContact: supportSettings.isOn, now };
    const edited = requireOwner(await users.edit(userId, { User_Email: wanted }, write));
    await links.endAllOf(userId);
    await sessionLists.endOthers(userId, sessionId);
    await journal.record(
      auditOf(user, 'users.update', { record: `user ${userId}`, changes: ['User_Email'] }),
    );

    return edited;
  });
  note({ account: { id: userId, owNumber: changed.OWNumber, changed: { User_Email: null } } });
};

/**
 * Requests a change of the email address. The account gets the new address when the link in the mail to that address is
 * used; a mail tells the present address of the request at once (D60). A later request replaces an earlier one. Where
 * the portal sends no mail, an administrator's address changes at once, and a client's not at all.
 */
export const askForEmail = async (
  { database, ...ports }: ChangePorts,
  { user, viewer }: { user: SessionUser; viewer: Viewer },
  { User_Email: wanted, currentPassword }: { User_Email: string; currentPassword: string },
  now: Date,
): Promise<void> => {
  if (user.role !== 'admin') {
    requireMail(ports.mailSettings);
  }
  await countAsked({ database, ...ports }, user, 'change of address', now);
  const { userId } = user;
  const found = requireOwner(await database.ownAccounts.findCredentials(userId));
  await requirePassword({ database, ...ports }, viewer, { found, password: currentPassword }, now);
  const present = found.user.User_Email;
  if (wanted.toLowerCase() === present.toLowerCase()) {
    throw new AppError('conflict', SAME_EMAIL, { fields: { User_Email: SAME_EMAIL } });
  }

  if (!ports.mailSettings.isOn) {
    return changeAtOnce({ database, ...ports }, user, wanted, now);
  }

  const orders = openMailOrders(ports, now);
  await database.transaction(async ({ ownAccounts, mails, journal }) => {
    await ownAccounts.askForEmail(userId, wanted, now);
    await orders.order(mails, { kind: 'change', userId, recipient: wanted });
    await orders.order(mails, { kind: 'change-asked', userId, recipient: present });
    await journal.record(
      auditOf(user, 'account.change-email', { record: `user ${userId}`, changes: ['User_Email'] }),
    );
  });
  await orders.send();
};

/** Ends the change of address that the user asked for. */
export const keepEmail = (
  database: DatabaseOf<'ownAccounts' | 'journal'>,
  user: SessionUser,
): Promise<void> =>
  database.transaction(async ({ ownAccounts, journal }) => {
    if (await ownAccounts.keepEmail(user.userId)) {
      await journal.record(auditOf(user, 'account.keep-email', { record: `user ${user.userId}` }));
    }
  });

interface VerificationPorts extends MailOrderPorts {
  database: Pick<Database, 'users' | 'mails' | 'throttle'>;
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
}

/** Sends the link again that verifies the user's address. */
export const askForVerification = async (
  { database, ...ports }: VerificationPorts,
  user: SessionUser,
  now: Date,
): Promise<void> => {
  requireMail(ports.mailSettings);
  await countAsked({ database, ...ports }, user, 'verification', now);
  const { User_Email, emailVerified } = requireOwner(await database.users.find(user.userId, now));
  if (emailVerified) {
    throw new AppError('conflict', 'Your email address is verified already.');
  }

  const orders = openMailOrders(ports, now);
  await orders.order(database.mails, { kind: 'verify', userId: user.userId, recipient: User_Email });
  await orders.send();
};
