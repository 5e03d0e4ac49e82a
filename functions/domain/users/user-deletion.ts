import { type Actor, auditOf } from '#functions/domain/audit.ts';
import { type MailOrderPorts, openMailOrders } from '#functions/domain/mails/mail-orders.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import { type ContactSettings, requireUser } from './read-users.ts';
import { requireAnotherAdmin } from './user-edits.ts';

interface DeletionPorts extends MailOrderPorts {
  database: DatabaseOf<'users' | 'invoices' | 'mails' | 'journal'>;
  supportSettings: Pick<ContactSettings, 'isOn'>;
  note: NoteRequest;
}

/**
 * Deletes an account and all its data, or nothing. The issued invoices stay, because the law requires it, and then
 * belong to nobody (D11). A job deletes the contact at the helpdesk, and a mail tells the address of the account, if it
 * was verified. The account is locked first, so that no invoice is issued meanwhile.
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
