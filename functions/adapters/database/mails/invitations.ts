import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { hasSignedIn } from '#functions/adapters/database/users/signed-in.ts';
import { instantOf } from '#functions/database/instant.ts';
import { mailPace, mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { INVITE_AGAIN_DAYS, INVITE_OBSTACLES, type InviteObstacle } from '#shared/invite-obstacle.ts';
import { isBlocked } from './mail-blocks.ts';

export const invitationsOf: SQL = sql`${mails} as invitation
  where invitation.user_id = ${users.User_Id} and invitation.kind = 'invite'`;

/**
 * One that was never sent does not count. The days of one that left begin then, and one that waits, such as in a pause,
 * is never doubled.
 */
const counts = sql`invitation.state not in ('failed', 'skipped')`;
const invitedAt = sql`greatest(invitation.created_at, invitation.tried_at)`;

const name = (obstacle: InviteObstacle) => sql`${obstacle}::text`;

/** Why the client of an account is not invited now; null if they are to be invited (D46). */
export const inviteObstacle = (now: Date): SQL => sql`case
  when ${users.user_role} <> 'client' then ${name('admin')}
  when ${users.User_Status} <> 1 then ${name('inactive')}
  when ${hasSignedIn(users.User_Id)} then ${name('signed-in')}
  when ${users.email_verified_at} is not null then ${name('verified')}
  when ${users.origin} <> 'imported' then ${name('registered')}
  when ${isBlocked(users.User_Id, users.User_Email)} then ${name('blocked')}
  when exists (select from ${invitationsOf} and ${counts} and (invitation.state = 'waiting'
    or ${invitedAt} > ${instantOf(now)} - make_interval(days => ${INVITE_AGAIN_DAYS}::int))) then ${name('invited')}
  when exists (select from ${mailPace} as pace where pace.share = 'invite' and pace.paused_at is not null)
    then ${name('paused')}
  end`;

const invitation = z.object({
  obstacle: z.enum(INVITE_OBSTACLES).nullable(),
  invitedAt: z
    .string()
    .transform((at) => new Date(at).toISOString())
    .nullable(),
});

/** The newest invitation of an account, and why none can be ordered now. */
export const invitationOf = (now: Date) =>
  sql<z.infer<typeof invitation>>`jsonb_build_object('obstacle', ${inviteObstacle(now)},
    'invitedAt', (select max(${invitedAt}) from ${invitationsOf} and ${counts}))`.mapWith((text: string) =>
    invitation.parse(JSON.parse(text)),
  );
