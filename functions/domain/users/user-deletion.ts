import { type Actor, auditOf } from '#functions/domain/audit.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { UserStore } from '#functions/ports/database/users/user-store.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { type ContactSettings, requireUser } from './read-users.ts';
import { requireAnotherAdmin } from './user-edits.ts';

/** Why the debt of a deleted client was written off. */
const CLIENT_DELETED = 'Client deleted';

/**
 * Refuses to delete an account that has credit, which is the client's money (D11), and returns true if it owes something.
 * The caller has locked the account, so a payment that is recorded at the same moment is either counted here or refused
 * afterwards.
 */
const requireNoCredit = async (
  users: Pick<UserStore, 'find'>,
  userId: number,
  now: Date,
): Promise<boolean> => {
  const balanceCents = centsFromAmount(requireUser(await users.find(userId, now)).User_Debit);
  if (balanceCents > 0) {
    throw new AppError('has_credit', `Please refund ${formatRand(balanceCents)} first.`);
  }

  return balanceCents < 0;
};

interface DeletionPorts extends MailOrderPorts {
  database: DatabaseOf<'users' | 'invoices' | 'ledger' | 'mails' | 'journal'>;
  supportSettings: Pick<ContactSettings, 'isOn'>;
  note: NoteRequest;
}

/**
 * Deletes an account and all its data, or nothing. What it owes is written off, so that nobody is left who owes it (D71).
 * The issued invoices and the ledger stay, because the law requires it, and then belong to nobody (D11). A job deletes the contact at the helpdesk, and a mail tells the address of the
 * account, if it was verified. The account is locked first, so that no invoice is issued meanwhile.
 */
export const deleteUser = async (
  { database, supportSettings, note, ...ports }: DeletionPorts,
  actor: Actor,
  userId: number,
  now: Date,
): Promise<void> => {
  const orders = openMailOrders(ports, now);
  const { OWNumber, User_Date } = await database.transaction(async (transaction) => {
    const { users, invoices, ledger, mails, journal } = transaction;
    await requireAnotherAdmin(users, actor, userId, 'delete');
    if (await requireNoCredit(users, userId, now)) {
      await ledger.writeOffAll({
        userId,
        date: dayAfter(now, 0),
        reason: CLIENT_DELETED,
        collection: null,
        audit: auditOf(actor, 'users.delete'),
        now,
      });
    }

    await invoices.retainAllOf(userId);
    const deleted = requireUser(await users.delete(userId, { queuesContact: supportSettings.isOn, now }));
    if (deleted.addressToTell !== null) {
      await orders.order(mails, { kind: 'account-closed', userId: null, recipient: deleted.addressToTell });
    }
    await journal.record(auditOf(actor, 'users.delete', { record: `user ${userId}` }));

    return deleted;
  });
  note({ account: { id: userId, owNumber: OWNumber, deletedMadeAt: User_Date } });
  await orders.send();
};
