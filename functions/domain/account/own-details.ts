import type * as z from 'zod';
import { auditOf } from '#functions/domain/audit.ts';
import { type ContactJobPorts, sendContactJob } from '#functions/domain/tickets/helpdesk-contacts.ts';
import { requireOwner, toOwnUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { ownUpdateBody } from '#shared/contract/account.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { AppError } from '#shared/errors.ts';

interface DetailPorts extends ContactJobPorts {
  database: Pick<Database, 'users' | 'helpdeskContacts'>;
  mailSettings: MailSettings;
}

const showsName = (field: string): boolean => field === 'User_Name' || field === 'User_Surname';

/** Changes the details that a client may change (D49), unless somebody else has changed the account meanwhile. */
export const updateOwnDetails = async (
  { database, mailSettings, ...ports }: DetailPorts,
  user: SessionUser,
  { version, ...edit }: z.output<typeof ownUpdateBody>,
  now: Date,
): Promise<OwnUser> => {
  const { userId } = user;
  const { users } = database;
  const edited = await users.edit(userId, edit, {
    version,
    queuesContact: ports.supportSettings.isOn,
    audit: auditOf(user, 'account.update'),
    now,
  });
  if (!edited) {
    const current = requireOwner(await users.find(userId, now));
    throw new AppError('conflict', 'Your details were changed meanwhile.', {
      current: toOwnUser(mailSettings, current),
    });
  }

  // The helpdesk stores the name.
  if (edited.changed.some(showsName)) {
    await sendContactJob({ database, ...ports }, userId, now);
  }

  return toOwnUser(mailSettings, edited.user);
};
