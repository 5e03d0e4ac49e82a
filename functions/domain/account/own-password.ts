import { auditOf } from '#functions/domain/audit.ts';
import { keepKnownBrowser } from '#functions/domain/auth/known-browser.ts';
import { requireHardToGuess } from '#functions/domain/auth/new-password.ts';
import { describeSignIn } from '#functions/domain/auth/sign-in-throttle.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { countAttempt, countSuccess } from '#functions/domain/system/throttle.ts';
import { requireOwner } from '#functions/domain/users/read-users.ts';
import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database, DatabaseOf } from '#functions/ports/database/database.ts';
import type { Credentials } from '#functions/ports/database/users/user-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { SAME_PASSWORD, WRONG_PASSWORD } from '#shared/contract/account.ts';
import { AppError } from '#shared/errors.ts';
import { passwordChangesOf, passwordNoticesOf } from './password-limits.ts';

const refuseField = (field: string, sentence: string) =>
  new AppError('invalid_request', sentence, { fields: { [field]: sentence } });

const wrongPassword = (field = 'currentPassword') => refuseField(field, WRONG_PASSWORD);

export interface ProofPorts {
  database: Pick<Database, 'throttle' | 'journal'>;
  passwords: Pick<Passwords, 'verify'>;
  sessionTokens: Pick<SessionTokens, 'fingerprint' | 'isFingerprint'>;
}

/**
 * Refuses a wrong password. Each try counts like a sign-in by email address, so that somebody who finds a signed-in
 * browser cannot guess more often than on the sign-in page (D27, D60). `field` has the password on the wire.
 */
export const requirePassword = async (
  { database: { throttle, journal }, passwords, sessionTokens }: ProofPorts,
  viewer: Viewer,
  { found, password, field }: { found: Credentials; password: string; field?: string },
  now: Date,
): Promise<void> => {
  const { User_Id, User_Email } = found.user;
  const attempt = await describeSignIn(sessionTokens, viewer, { identifier: User_Email, found });
  await countAttempt(throttle, attempt, now);
  if (!(await passwords.verify(password, found.passwordHash))) {
    await journal.recordFailedSignIn(User_Id, viewer.address);
    throw wrongPassword(field);
  }
  await countSuccess(throttle, attempt, now);
};

interface PasswordPorts extends MailOrderPorts {
  database: DatabaseOf<'ownAccounts' | 'sessionLists' | 'links' | 'mails' | 'throttle' | 'journal'>;
  passwords: Pick<Passwords, 'verify' | 'hash'>;
  commonPasswords: CommonPasswords;
  sessionTokens: Pick<SessionTokens, 'fingerprint' | 'isFingerprint'>;
  note: NoteRequest;
}

/**
 * Sets the password that the owner chose. All other sessions, the open links and the known browsers of the account end;
 * this browser stays signed in and known (D60). Of two changes at the same moment, one is refused as outdated.
 */
export const changeOwnPassword = async (
  { database, note, ...ports }: PasswordPorts,
  { user, viewer }: { user: SessionUser; viewer: Viewer },
  { currentPassword, User_Pass_Bkp: chosen }: { currentPassword: string; User_Pass_Bkp: string },
  now: Date,
): Promise<void> => {
  const { userId } = user;
  const { passwords, commonPasswords, sessionTokens } = ports;
  const found = requireOwner(await database.ownAccounts.findCredentials(userId));
  await requireHardToGuess(commonPasswords, chosen, found.user);
  await requirePassword(
    { database, passwords, sessionTokens },
    viewer,
    { found, password: currentPassword },
    now,
  );
  if (chosen === currentPassword) {
    throw refuseField('User_Pass_Bkp', SAME_PASSWORD);
  }

  const { address } = viewer;
  await countAttempt(
    database.throttle,
    { buckets: [passwordChangesOf(userId, 'with the present one')], address },
    now,
  );

  const passwordHash = await passwords.hash(chosen);
  const orders = openMailOrders(ports, now);
  await database.transaction(async ({ ownAccounts, sessionLists, links, mails, journal }) => {
    if (!(await ownAccounts.changePassword(userId, { outdated: found.passwordHash, chosen: passwordHash }))) {
      throw wrongPassword();
    }
    await sessionLists.endOthers(userId, user.sessionId);
    await links.endAllOf(userId);
    const recipient = found.user.User_Email;
    await orders.order(mails, {
      kind: 'password-changed',
      userId,
      recipient,
      atMost: passwordNoticesOf(userId),
    });
    await journal.record(
      auditOf(user, 'account.password', { record: `user ${userId}`, changes: ['User_Pass_Bkp'] }),
    );
  });
  note({ account: { id: userId, owNumber: found.user.OWNumber, changed: { User_Pass_Bkp: null } } });

  await orders.send();
  await keepKnownBrowser(sessionTokens, viewer, { userId, passwordHash });
};
