import { type Actor, auditOf } from '#functions/domain/audit.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { UserStore } from '#functions/ports/database/users/user-store.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import { AppError } from '#shared/errors.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { type ContactSettings, requireUser } from './read-users.ts';
import { requireAnotherAdmin } from './user-edits.ts';

/**
 * Refuses to delete an account that has credit, which is the client's money (D11). The caller has locked the account, so
 * a payment that is recorded at the same moment is either counted here or refused afterwards.
 */
const requireNoCredit = async (users: Pick<UserStore, 'find'>, userId: number, now: Date): Promise<void> => {
  const creditCents = centsFromAmount(requireUser(await users.find(userId, now)).User_Debit);
  if (creditCents > 0) {
    throw new AppError('has_credit', `Please refund ${formatRand(creditCents)} first.`);
  }
};

interface DeletionPorts extends MailOrderPorts {
  database: DatabaseOf<'users' | 'invoices' | 'mails' | 'journal'>;
  supportSettings: Pick<ContactSettings, 'isOn'>;
  note: NoteRequest;
}

/**
 * Deletes an account and all its data, or nothing. The issued invoices and the ledger stay, because the law requires it,
 * and then belong to nobody (D11). A job deletes the contact at the helpdesk, and a mail tells the address of the
 * account, if it was verified. The account is locked first, so that no invoice is issued meanwhile.
 */
export const deleteUser = async (
  { database, supportSettings, note, ...ports }: DeletionPorts,
  actor: Actor,
  userId: number,
  now: Date,
): Promise<void> => {
  const orders = openMailOrders(ports, now);
  const { OWNumber, User_Date } = await database.transaction(async ({ users, invoices, mails, journal }) => {
    await requireAnotherAdmin(users, actor, userId, 'delete');
    await requireNoCredit(users, userId, now);

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
