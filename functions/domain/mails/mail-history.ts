import { auditOf, auditOfRead } from '#functions/domain/audit.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { MailHistoryStore, StoredMail } from '#functions/ports/database/mails/mail-history-store.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import { MAILS_MAX } from '#shared/contract/limits.ts';
import type { Mail } from '#shared/contract/mails.ts';
import { mailKinds, wordMailReason } from '#shared/mails/mail-kinds.ts';

const toMail = (mail: StoredMail): Mail => ({
  ...mail,
  subject: mail.subject ?? mailKinds[mail.kind].label,
  reason: wordMailReason(mail.reason),
});

export const listOwnMails = async (
  mailHistory: Pick<MailHistoryStore, 'listOf'>,
  { userId }: SessionUser,
): Promise<Mail[]> => requireUser(await mailHistory.listOf(userId, MAILS_MAX, undefined)).map(toMail);

/** Lists the mails of an account for an administrator; each read is audited (D33). */
export const listMailsOf = async (
  mailHistory: Pick<MailHistoryStore, 'listOf'>,
  admin: SessionUser,
  userId: number,
): Promise<Mail[]> =>
  requireUser(await mailHistory.listOf(userId, MAILS_MAX, auditOfRead(admin, 'mails.list'))).map(toMail);

/** Lets mail go to the account's addresses again to which it was stopped (D59). */
export const unblockMail = async (
  { database, note }: { database: DatabaseOf<'mailHistory' | 'journal'>; note: NoteRequest },
  admin: SessionUser,
  userId: number,
): Promise<void> => {
  const owNumber = await database.transaction(async ({ mailHistory, journal }) => {
    const found = requireUser(await mailHistory.unblock(userId));
    await journal.record(auditOf(admin, 'mails.unblock', { record: `user ${userId}` }));

    return found;
  });
  note({ account: { id: userId, owNumber, ownAddress: 'unblocked' } });
};
