import { type SQL, sql } from 'drizzle-orm';
import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';
import { isBlocked } from '#functions/adapters/database/mails/mail-blocks.ts';
import { waitingJobs } from '#functions/adapters/database/mails/paused-mails.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { hasSignedIn } from '#functions/adapters/database/users/signed-in.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { InvitationStore } from '#functions/ports/database/operations/invitation-store.ts';

const invitationsOf = sql`${mails} as invitation
  where invitation.user_id = ${users.User_Id} and invitation.kind = 'invite'`;

/**
 * An invitation that was never sent may be ordered again at once. One that waits, such as in a pause, is never doubled,
 * and the seven days of one that left begin then.
 */
const isToInvite = (now: Date): SQL => sql`
  ${users.origin} = 'imported' and ${users.user_role} = 'client' and ${users.User_Status} = 1
  and ${users.email_verified_at} is null
  and not ${isBlocked(users.User_Id, users.User_Email)} and not ${hasSignedIn(users.User_Id)}
  and not exists (select from ${invitationsOf} and invitation.state not in ('failed', 'skipped')
    and (invitation.state = 'waiting'
      or greatest(invitation.created_at, invitation.tried_at) > ${instantOf(now)} - interval '7 days'))`;

const waiting = waitingJobs(sql`'invite'`);

export const makeInvitationStore = (db: AwsDataApiPgDatabase): InvitationStore => ({
  count: async (now) => {
    const [row] = await db
      .select({
        toInvite: sql`(select count(*) from ${users} where ${isToInvite(now)})`.mapWith(Number),
        waiting: sql`(select count(*) from (${waiting}) as waiting)`.mapWith(Number),
      })
      .from(ONE_ROW);

    return row ?? { toInvite: 0, waiting: 0 };
  },

  order: async (limit, everyMs, now) => {
    const audit = { actorId: null, action: 'operations.invite', address: 'terminal' };
    // The key names the invitation before, so that only one of two simultaneous commands orders.
    const { rows } = await db.execute(sql`
      with client as (
        select ${users.User_Id} as id,
          (select invitation.id from ${invitationsOf} order by invitation.created_at desc limit 1) as last
        from ${users} where ${isToInvite(now)}
        order by ${users.User_Id} limit ${limit}
        for key share
      ), ordered as (
        insert into ${mails} (id, kind, key, user_id, created_at)
        select gen_random_uuid(), 'invite', 'invite:' || id || ':after:' || coalesce(last::text, 'none'), id,
          ${instantOf(now)}
        from client
        on conflict (key) do nothing
        returning id, user_id
      ), audited as (
        ${insertAuditRows(audit, { record: sql`'user ' || user_id`, from: sql`ordered` })}
      )
      insert into ${jobs} (kind, key, payload, updated_at, not_before)
      select 'business-mail', ordered.id::text, jsonb_build_object('mailId', ordered.id), ${instantOf(now)},
        greatest(${instantOf(now)}, (select max(not_before) from (${waiting}) as waiting))
          + make_interval(secs => ${everyMs}::float8 / 1000) * row_number() over (order by user_id)
      from ordered
      returning key`);

    return rows.length;
  },
});
