import { auditOf } from '#functions/domain/audit.ts';
import { requireMail } from '#functions/domain/mails/mail-is-on.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { AppError } from '#shared/errors.ts';
import { whyNotInvited } from '#shared/invite-obstacle.ts';
import { requireUser } from './read-users.ts';

interface InvitePorts {
  database: Pick<Database, 'invitations'>;
  mailSettings: MailSettings;
}

/** Orders the invitation of one client by the rules of `npm run invite`; it leaves at the pace of all invitations (D46). */
export const inviteClient = async (
  { database: { invitations }, mailSettings }: InvitePorts,
  admin: SessionUser,
  userId: number,
  now: Date,
): Promise<void> => {
  requireMail(mailSettings);
  const requireNoObstacle = async () => {
    const obstacle = whyNotInvited(requireUser(await invitations.find(userId, now)), now);
    if (obstacle !== undefined) {
      throw new AppError('conflict', obstacle);
    }
  };

  await requireNoObstacle();
  if (!(await invitations.orderOne(userId, auditOf(admin, 'users.invite'), now))) {
    // Another request was first, or the account has changed since it was read.
    await requireNoObstacle();
    throw new AppError('conflict', 'This client was not invited. Please try again.');
  }
};
