import { auditOf } from '#functions/domain/audit.ts';
import { requireHardToGuess } from '#functions/domain/auth/new-password.ts';
import { requireProof } from '#functions/domain/auth/require-proof.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import { OWN_PASSWORD } from '#shared/contract/users/user-edit.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { AppError } from '#shared/errors.ts';
import { whyNoResetLink } from '#shared/reset-obstacle.ts';
import { type DetailSettings, readUser, requireUser, toUserDetail } from './read-users.ts';

export interface PasswordPorts extends DetailSettings, MailOrderPorts {
  database: DatabaseOf<'users' | 'sessions' | 'links' | 'mails' | 'journal'>;
  passwords: Pick<Passwords, 'hash'>;
  commonPasswords: CommonPasswords;
  note: NoteRequest;
}

/**
 * Hashes a password that an administrator chose, replaces the old one with it, and ends every session and link of the
 * account (D3, D46). Its owner has to choose another one (D49). Administrators change their own under My account.
 */
export const setPasswordOf = async (
  { database, passwords, commonPasswords, note, ...ports }: PasswordPorts,
  admin: SessionUser,
  { userId, password }: { userId: number; password: string },
  now: Date,
): Promise<UserDetail> => {
  if (userId === admin.userId) {
    throw new AppError('conflict', OWN_PASSWORD, { fields: { User_Pass_Bkp: OWN_PASSWORD } });
  }
  await requireHardToGuess(commonPasswords, password, await readUser(database.users, userId, now));
  requireProof(admin);
  const passwordHash = await passwords.hash(password);

  const orders = openMailOrders(ports, now);
  const user = await database.transaction(async ({ users, sessions, links, mails, journal }) => {
    const set = requireUser(await users.setPasswordHash(userId, { passwordHash, isTemporary: true }, now));
    await links.endAllOf(userId);
    await sessions.endAllOf(userId);
    await orders.order(mails, { kind: 'password-changed', userId, recipient: set.User_Email });
    await journal.record(
      auditOf(admin, 'users.update', { record: `user ${userId}`, changes: ['User_Pass_Bkp'] }),
    );

    return { ...set, pendingEmail: null };
  });
  note({ account: { id: userId, owNumber: user.OWNumber, changed: { User_Pass_Bkp: null } } });
  await orders.send();

  return toUserDetail(ports, user);
};

/** Sends an account a link for a new password, on behalf of an administrator. */
export const sendReset = async (
  { database, ...ports }: MailOrderPorts & { database: DatabaseOf<'users' | 'mails' | 'journal'> },
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<void> => {
  const orders = openMailOrders(ports, now);
  await database.transaction(async ({ users, mails, journal }) => {
    const user = await readUser(users, userId, now);
    const obstacle = whyNoResetLink(ports.mailSettings.isOn, user);
    if (obstacle !== undefined) {
      throw new AppError('conflict', obstacle);
    }

    const about = { adminId: admin.userId };
    await orders.order(mails, { kind: 'reset', userId, recipient: user.User_Email, about });
    await journal.record(auditOf(admin, 'users.send-reset', { record: `user ${userId}` }));
  });
  await orders.send();
};
