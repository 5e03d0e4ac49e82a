import { sql } from 'drizzle-orm';
import { activities } from '#functions/database/schema/client.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets.ts';
import { users } from '#functions/database/schema/users.ts';
import type { ArrivedMessage, MessageKind } from '#functions/ports/database/message-store.ts';
import type { Connection } from './connection.ts';

/**
 * The parts of a statement that take uncertain messages for delivered, because a reading has met them at the helpdesk.
 * Of several that a message could be it is the oldest that no other message of ours is. Rows are locked in the order in which
 * a delivery locks them: the account, the job, the message.
 */
export const takeArrived = (
  db: Connection,
  kind: MessageKind,
  arrived: readonly ArrivedMessage[],
  now: Date,
) => {
  const rows = arrived.map(({ messageId, helpdeskId, activity }) => ({
    message_id: messageId,
    helpdesk_id: helpdeskId,
    activity,
  }));
  const instant = sql`${now.toISOString()}::timestamptz`;
  const owners = db.$with('owners', {}).as(sql`
    select ${users.User_Id} from ${users}
    where ${users.User_Id} in (
      select user_id from ${helpdeskMessages}
      where id in (select message_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as arrived (message_id bigint)))
    order by ${users.User_Id}
    for key share`);
  const matched = db.$with('matched', {}).as(sql`
    select distinct on (helpdesk_id) id, helpdesk_id, activity
    from (
      select distinct on (message.id) message.id, arrived.helpdesk_id, arrived.activity
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as arrived (
        message_id bigint, helpdesk_id bigint, activity text)
      join ${helpdeskMessages} as message on message.id = arrived.message_id
      where message.kind = ${kind} and message.helpdesk_id is null and message.uncertain_since is not null
        and (select count(*) from owners) >= 0
        and not exists (
          select from ${helpdeskMessages} as other
          where other.kind = ${kind} and other.helpdesk_id = arrived.helpdesk_id)
      order by message.id, arrived.helpdesk_id
    ) as one_each
    order by helpdesk_id, id`);
  // What a reply still has to do, the opening of its ticket, does its job, which no longer waits for the helpdesk.
  const ended = db.$with('ended', {}).as(sql`
    delete from ${jobs} using matched
    where ${jobs.kind} = 'helpdesk-message' and ${jobs.key} = matched.id::text
      and (${kind} = 'ticket' or ${jobs.state} = 'failed')
    returning 1`);
  const due = db.$with('due', {}).as(sql`
    update ${jobs} set not_before = ${instant}, sent_at = null
    from matched
    where ${jobs.kind} = 'helpdesk-message' and ${jobs.key} = matched.id::text
      and ${kind} = 'reply' and ${jobs.state} = 'queued'
    returning 1`);
  const taken = db.$with('taken', {}).as(sql`
    update ${helpdeskMessages}
    set helpdesk_id = matched.helpdesk_id, payload = null, uncertain_since = null, updated_at = ${instant}
    from matched
    where ${helpdeskMessages.id} = matched.id and ${helpdeskMessages.helpdesk_id} is null
      and ${helpdeskMessages.uncertain_since} is not null
      and (select count(*) from ended) + (select count(*) from due) >= 0
    returning ${helpdeskMessages.id}, ${helpdeskMessages.user_id}, matched.helpdesk_id, matched.activity`);
  const replies = db.$with('replies', {}).as(sql`
    update ${helpdeskMessages} set ticket_id = taken.helpdesk_id
    from taken where ${kind} = 'ticket' and ${helpdeskMessages.parent_id} = taken.id`);
  const noted = db.$with('noted', {}).as(sql`
    insert into ${activities} (user_id, activity_type, description)
    select user_id, 'support', activity from taken`);

  return [owners, matched, ended, due, taken, replies, noted] as const;
};
