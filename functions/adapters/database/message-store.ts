import { sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets.ts';
import type { MessageStore } from '#functions/ports/database/message-store.ts';
import type { Connection } from './connection.ts';
import { makeMessageDelivery } from './message-delivery.ts';
import { makeMessageWriting } from './message-writing.ts';

export const makeMessageStore = (db: Connection): MessageStore => ({
  ...makeMessageWriting(db),
  ...makeMessageDelivery(db),

  withdraw: async (userId, message) => {
    const isOwn = sql`message.id = ${message.messageId} and message.user_id = ${userId}::int and message.kind = ${message.kind}`;
    const isOfTicket =
      message.kind === 'ticket'
        ? sql`true`
        : sql`(message.ticket_id = ${message.ticketId} or message.parent_id = ${-message.ticketId} or exists (
            select from ${helpdeskMessages} as parent
            where (parent.id = message.parent_id and parent.helpdesk_id = ${message.ticketId})
              or (parent.id = ${-message.ticketId} and parent.user_id = ${userId}::int and parent.kind = 'ticket'
                and parent.helpdesk_id = message.ticket_id)))`;
    const found = db.$with('found', {}).as(sql`
      select message.id, message.helpdesk_id from ${helpdeskMessages} as message
      where ${isOwn} and ${isOfTicket}`);
    // The row is locked before its job is asked, and the lock reads it anew: a worker that noted that it may be at the
    // helpdesk by now is not overlooked.
    const free = db.$with('free', {}).as(sql`
      select message.id from ${helpdeskMessages} as message
      where message.id in (select id from found) and message.helpdesk_id is null
        and message.uncertain_since is null
      for update`);
    const stopped = db.$with('stopped', {}).as(sql`
      delete from ${jobs} using free
      where ${jobs.kind} = 'helpdesk-message' and ${jobs.key} = free.id::text and ${jobs.state} <> 'running'
      returning free.id as message_id`);
    const stoppedReplies = db.$with('stopped_replies', {}).as(sql`
      delete from ${jobs} using ${helpdeskMessages} as reply
      where reply.parent_id in (select message_id from stopped)
        and ${jobs.kind} = 'helpdesk-message' and ${jobs.key} = reply.id::text`);
    const removed = db.$with('removed', {}).as(sql`
      delete from ${helpdeskMessages} where id in (select message_id from stopped) returning id`);
    const [row] = await db
      .with(found, free, stopped, stoppedReplies, removed)
      .select({
        isDelivered: sql<boolean>`found.helpdesk_id is not null`,
        isRemoved: sql<boolean>`exists (select from removed)`,
      })
      .from(sql`found`);

    if (!row) return 'not-found';
    if (row.isRemoved) return 'withdrawn';

    return row.isDelivered ? 'delivered' : 'uncertain';
  },

  removeRefused: async (messageId) => {
    await db.execute(sql`
      with stopped as (
        delete from ${jobs} where ${jobs.kind} = 'helpdesk-message' and ${jobs.key} in (
          select id::text from ${helpdeskMessages} where id = ${messageId} or parent_id = ${messageId})
      )
      delete from ${helpdeskMessages} where id = ${messageId} and helpdesk_id is null`);
  },
});
