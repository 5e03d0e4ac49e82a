import type * as z from 'zod';
import { auditOf } from '#functions/domain/audit.ts';
import { countAttempt } from '#functions/domain/system/throttle.ts';
import { requireOwner, toOwnUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { ownUpdateBody } from '#shared/contract/account.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import { AppError } from '#shared/errors.ts';

/** Changes that an account may make in an hour. */
const CHANGES_MAX = 30;
const WINDOW_SECONDS = 60 * 60;

/** Time that the contact at the helpdesk waits for further changes of the name. */
const CONTACT_DELAY_SECONDS = 60;

interface DetailPorts {
  database: Pick<Database, 'users' | 'throttle'>;
  mailSettings: MailSettings;
  supportSettings: Pick<SupportSettings, 'isOn'>;
}

/** Changes the details that a client may change (D49), unless somebody else has changed the account meanwhile. */
export const updateOwnDetails = async (
  { database: { users, throttle }, mailSettings, supportSettings }: DetailPorts,
  user: SessionUser,
  { version, ...edit }: z.output<typeof ownUpdateBody>,
  now: Date,
): Promise<OwnUser> => {
  const { userId, address } = user;
  // The counter does not name the account, because a full counter of an account blocks its sign-in.
  const bucket = {
    name: `changes of details by user ${userId}`,
    limit: CHANGES_MAX,
    windowSeconds: WINDOW_SECONDS,
  };
  await countAttempt(throttle, { buckets: [bucket], address }, now);

  const edited = await users.edit(userId, edit, {
    version,
    queuesContact: supportSettings.isOn,
    contactDelaySeconds: CONTACT_DELAY_SECONDS,
    audit: auditOf(user, 'account.update'),
    now,
  });
  if (!edited) {
    const current = requireOwner(await users.find(userId, now));
    throw new AppError('conflict', 'Your details were changed meanwhile.', {
      current: toOwnUser(mailSettings, current),
    });
  }

  return toOwnUser(mailSettings, edited.user);
};
