import { auditOf } from '#functions/domain/audit.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { SessionUser } from '#functions/ports/database/session-store.ts';
import { requireAnotherAdmin } from './user-edits.ts';
import type { ContactSettings } from './users.ts';

/**
 * Deletes an account and all its data, or nothing. The issued invoices stay, because the law requires it, and then
 * belong to nobody (D11); the contact at the helpdesk is left to its job. The account is locked first, so that no
 * invoice is issued meanwhile.
 */
export const deleteUser = (
  { database, supportSettings }: { database: Database; supportSettings: Pick<ContactSettings, 'isOn'> },
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<void> =>
  database.transaction(async ({ users, invoices, journal }) => {
    await requireAnotherAdmin(users, admin, userId, 'delete');

    await invoices.retainAllOf(userId);
    await users.delete(userId, { queuesContact: supportSettings.isOn, now });
    await journal.record(auditOf(admin, 'users.delete', { record: `user ${userId}` }));
  });
