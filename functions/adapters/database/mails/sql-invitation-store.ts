import { eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { InvitationStore } from '#functions/ports/database/mails/invitation-store.ts';
import { invitationOf, invitationsOf, inviteObstacle } from './invitations.ts';
import { waitingJobs } from './paused-mails.ts';

const waiting = waitingJobs(sql`'invite'`);
const COMMAND = { actorId: null, action: 'operations.invite', address: 'terminal' };

const isToInvite = (now: Date): SQL => sql`${inviteObstacle(now)} is null`;

interface Order {
  /** Which of those who are to be invited. */
  of: SQL;
  limit: number;
  audit: Parameters<typeof insertAuditRows>[0];
  /** When the job of each is due; null for at once. */
  dueAt: SQL;
}

const orderInvitations = async (
  db: Connection,
  { of, limit, audit, dueAt }: Order,
  now: Date,
): Promise<number> => {
  // The key names the invitation before, so that only one of two simultaneous orders writes.
  const { rows } = await db.execute(sql`
    with client as (
      select ${users.User_Id} as id,
        (select invitation.id from ${invitationsOf} order by invitation.created_at desc limit 1) as last
      from ${users} where ${of} and ${isToInvite(now)}
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
    select 'business-mail', ordered.id::text, jsonb_build_object('mailId', ordered.id), ${instantOf(now)}, ${dueAt}
    from ordered
    returning key`);

  return rows.length;
};

export const makeInvitationStore = (db: Connection): InvitationStore => ({
  count: async (now) => {
    const [row] = await db
      .select({
        toInvite: sql`(select count(*) from ${users} where ${isToInvite(now)})`.mapWith(Number),
        waiting: sql`(select count(*) from (${waiting}) as waiting)`.mapWith(Number),
      })
      .from(ONE_ROW);

    return row ?? { toInvite: 0, waiting: 0 };
  },

  order: (limit, everyMs, now) => {
    const dueAt = sql`greatest(${instantOf(now)}, (select max(not_before) from (${waiting}) as waiting))
      + make_interval(secs => ${everyMs}::float8 / 1000) * row_number() over (order by user_id)`;

    return orderInvitations(db, { of: sql`true`, limit, audit: COMMAND, dueAt }, now);
  },

  find: async (userId, now) => {
    const [row] = await db
      .select({ invitation: invitationOf(now) })
      .from(users)
      .where(eq(users.User_Id, userId));

    return row?.invitation;
  },

  orderOne: async (userId, audit, now) => {
    const of = sql`${users.User_Id} = ${userId}`;
    const ordered = await orderInvitations(db, { of, limit: 1, audit, dueAt: sql`null::timestamptz` }, now);

    return ordered === 1;
  },
});
