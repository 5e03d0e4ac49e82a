import { type Actor, auditOf } from '#functions/domain/audit.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { UserStore } from '#functions/ports/database/users/user-store.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import { AppError } from '#shared/errors.ts';
import { wordToSettle } from '#shared/invoices/ledger-words.ts';
import { type ContactSettings, requireUser } from './read-users.ts';
import { requireAnotherAdmin } from './user-edits.ts';

/**
 * Refuses to delete an account that has credit, which is the client's money, or that owes something, because a deletion
 * shows no bad debt (D11). The caller has locked the account, so an entry that is written at the same moment is either
 * counted here or refused afterwards.
 */
const requireSettled = async (users: Pick<UserStore, 'find'>, userId: number, now: Date): Promise<void> => {
  const { User_Debit: balance } = requireUser(await users.find(userId, now));
  const toSettle = wordToSettle(balance);
  if (toSettle !== undefined) {
    throw new AppError(balance > 0 ? 'has_credit' : 'owes', toSettle);
  }
};

interface DeletionPorts extends MailOrderPorts {
  database: DatabaseOf<'users' | 'invoices' | 'mails' | 'journal'>;
  supportSettings: Pick<ContactSettings, 'isOn'>;
  note: NoteRequest;
}

/**
 * Deletes an account and all its data, or nothing. The issued invoices and the ledger stay, because the law requires it,
 * and then belong to nobody (D11). A job deletes the contact at the helpdesk, and a mail tells the address of the account,
 * if it was verified. The account is locked first, so that no invoice is issued meanwhile.
 */
export const deleteUser = async (
  { database, supportSettings, note, ...ports }: DeletionPorts,
  actor: Actor,
  userId: number,
  now: Date,
): Promise<void> => {
  const orders = openMailOrders(ports, now);
  const { OWNumber, User_Date } = await database.transaction(async (transaction) => {
    const { users, invoices, mails, journal } = transaction;
    await requireAnotherAdmin(users, actor, userId, 'delete');
    await requireSettled(users, userId, now);
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
