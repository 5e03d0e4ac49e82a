import { passwordChangesOf, passwordNoticesOf } from '#functions/domain/account/password-limits.ts';
import { auditOf } from '#functions/domain/audit.ts';
import { requireHardToGuess } from '#functions/domain/auth/new-password.ts';
import { liftBlocks } from '#functions/domain/auth/sign-in-throttle.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import { countAttempt } from '#functions/domain/system/throttle.ts';
import { type ContactJobPorts, sendContactJob } from '#functions/domain/tickets/helpdesk-contacts.ts';
import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { UsedLink } from '#shared/contract/links.ts';
import { PASSWORD_LINKS } from '#shared/mails/mail-kinds.ts';
import { hashLinkToken } from './link-token.ts';
import { requireLink } from './require-link.ts';

interface ResetPorts extends MailOrderPorts, ContactJobPorts {
  database: DatabaseOf<'links' | 'sessions' | 'throttle' | 'mails' | 'journal' | 'helpdeskContacts'>;
  passwords: Pick<Passwords, 'hash'>;
  commonPasswords: CommonPasswords;
  note: NoteRequest;
}

/**
 * Sets the password that the owner of a link chose (D58). The link is read first without being taken, so that a refused
 * password does not use it up and no lock is held while the hash is computed. Nobody is signed in by it.
 */
export const resetPassword = async (
  { database, passwords, commonPasswords, note, ...ports }: ResetPorts,
  { address }: Pick<Viewer, 'address'>,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<UsedLink> => {
  const tokenHash = await hashLinkToken(token);
  const link = requireLink(await database.links.find({ tokenHash, purposes: PASSWORD_LINKS }, now));
  await requireHardToGuess(commonPasswords, password, link);
  const { userId, purpose, OWNumber } = link;
  const buckets = [passwordChangesOf(userId, 'by links')];
  await countAttempt(database.throttle, { buckets, address }, now);
  const passwordHash = await passwords.hash(password);

  const orders = openMailOrders(ports, now);
  await database.transaction(async ({ links, sessions, throttle, mails, journal }) => {
    const taken = requireLink(await links.take({ tokenHash, userId, purpose }, now));

    const queuesContact = ports.supportSettings.isOn && !taken.emailVerified;
    await links.setPassword(userId, passwordHash, { queuesContact, now });
    await links.endAllOf(userId);
    await sessions.endAllOf(userId);
    await liftBlocks(throttle, userId);
    const recipient = taken.User_Email;
    await orders.order(mails, {
      kind: 'password-changed',
      userId,
      recipient,
      atMost: passwordNoticesOf(userId),
    });
    if (taken.isAdmin) {
      const notice = { kind: 'admin-reset-used', about: { adminId: userId } } as const;
      await orders.orderBy(() => mails.orderToOtherAdmins(userId, notice, now));
    }
    const done = { record: `user ${userId}`, changes: ['User_Pass_Bkp'] };
    await journal.record(auditOf({ userId, address }, 'links.reset', done));
  });
  note({
    account: { id: userId, owNumber: OWNumber, changed: { User_Pass_Bkp: null }, ownAddress: 'verified' },
  });

  await orders.send();
  await sendContactJob({ database, ...ports }, userId, now);

  return purpose === 'invite' ? { User_Email: link.User_Email } : undefined;
};
