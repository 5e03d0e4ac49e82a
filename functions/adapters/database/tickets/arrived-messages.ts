import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { instantOf } from '#functions/database/instant.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  ArrivedMessage,
  MessageKind,
  MessageStore,
} from '#functions/ports/database/tickets/message-store.ts';

const toRecordset = (arrived: readonly ArrivedMessage[]) => {
  const rows = arrived.map(({ messageId, helpdeskId, activity }) => ({
    message_id: messageId,
    helpdesk_id: helpdeskId,
    activity,
  }));

  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as arrived (
    message_id bigint, helpdesk_id bigint, activity text)`;
};

/** Pairs uncertain messages with what was read at the helpdesk: one message for each, always the oldest first. */
const findMatches = async (db: Connection, kind: MessageKind, arrived: readonly ArrivedMessage[]) =>
  db
    .select({
      messageId: sql<number>`id`,
      helpdeskId: sql<number>`helpdesk_id`,
      activity: sql<string>`activity`,
    })
    .from(sql`(
      select distinct on (helpdesk_id) id, helpdesk_id, activity
      from (
        select distinct on (message.id) message.id, arrived.helpdesk_id, arrived.activity
        from ${toRecordset(arrived)}
        join ${helpdeskMessages} as message on message.id = arrived.message_id
        where message.kind = ${kind} and message.helpdesk_id is null and message.uncertain_since is not null
          and not exists (
            select from ${helpdeskMessages} as other
            where other.kind = ${kind} and other.helpdesk_id = arrived.helpdesk_id)
        order by message.id, arrived.helpdesk_id
      ) as one_each
      order by helpdesk_id, id
    ) as matched`);

/** Marks uncertain messages as delivered after they were found at the helpdesk. */
export const makeArrivedMessages = (db: Connection): Pick<MessageStore, 'lockWriters' | 'takeArrived'> => ({
  lockWriters: async (messageIds) => {
    await db
      .select({ id: users.User_Id })
      .from(users)
      .where(
        sql`${users.User_Id} in (
          select user_id from ${helpdeskMessages}
          where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(messageIds)}::jsonb)))`,
      )
      .orderBy(users.User_Id)
      .for('no key update');
  },

  takeArrived: async (kind, arrived, now) => {
    const matches = await findMatches(db, kind, arrived);
    if (matches.length === 0) {
      return;
    }

    const keys = JSON.stringify(matches.map(({ messageId }) => String(messageId)));
    const isOfMatch = sql`${jobs.kind} = 'helpdesk-message'
      and ${jobs.key} in (select value from jsonb_array_elements_text(${keys}::jsonb))`;
    // The remaining work of a reply, setting its ticket to Open, is left to its job, which no longer waits for the helpdesk.
    await db.delete(jobs).where(sql`${isOfMatch} and (${kind} = 'ticket' or ${jobs.state} = 'failed')`);
    await db
      .update(jobs)
      .set({ not_before: now.toISOString(), sent_at: null })
      .where(sql`${isOfMatch} and ${jobs.state} = 'queued'`);

    await db.execute(sql`
      with taken as (
        update ${helpdeskMessages}
        set helpdesk_id = arrived.helpdesk_id, payload = null, uncertain_since = null, updated_at = ${instantOf(now)}
        from ${toRecordset(matches)}
        where ${helpdeskMessages.id} = arrived.message_id
        returning ${helpdeskMessages.user_id}, arrived.activity
      )
      insert into ${activities} (user_id, activity_type, description)
      select user_id, 'support', activity from taken`);
  },
});
