import { and, eq, ne, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isNamed } from '#functions/adapters/database/jobs/job-parts.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { MessageStore } from '#functions/ports/database/tickets/message-store.ts';
import { makeArrivedMessages } from './arrived-messages.ts';
import { makeMessageIntake } from './message-intake.ts';
import { makeMessageOutbox } from './message-outbox.ts';
import { makeRepeatedMessages } from './repeated-messages.ts';
import { makeStoredReplies } from './stored-reply.ts';

type Withdrawn = Parameters<MessageStore['withdraw']>[1];

/** True for replies to this ticket, by the ticket's id or by the negative id of its row. */
const isOfTicket = (userId: number, ticketId: number) => sql`(
  ${helpdeskMessages.ticket_id} = ${ticketId} or ${helpdeskMessages.parent_id} = ${-ticketId} or exists (
    select from ${helpdeskMessages} as parent
    where (parent.id = ${helpdeskMessages.parent_id} and parent.helpdesk_id = ${ticketId})
      or (parent.id = ${-ticketId} and parent.user_id = ${userId}::int and parent.kind = 'ticket'
        and parent.helpdesk_id = ${helpdeskMessages.ticket_id})))`;

/** Reads a message and locks its writer's account, which also prevents new replies to the message. */
const lockMessage = async (db: Connection, userId: number, message: Withdrawn) => {
  const [row] = await db
    .select({ helpdeskId: helpdeskMessages.helpdesk_id })
    .from(helpdeskMessages)
    .innerJoin(users, eq(users.User_Id, helpdeskMessages.user_id))
    .where(
      and(
        eq(helpdeskMessages.id, message.messageId),
        eq(helpdeskMessages.user_id, userId),
        eq(helpdeskMessages.kind, message.kind),
        message.kind === 'reply' ? isOfTicket(userId, message.ticketId) : undefined,
      ),
    )
    .for('no key update', { of: users });

  return row;
};

/** Locks the job of a message unless a worker is running it. */
const lockIdleJob = async (db: Connection, messageId: number): Promise<boolean> => {
  const locked = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNamed({ kind: 'helpdesk-message', key: String(messageId) }), ne(jobs.state, 'running')))
    .for('update');

  return locked.length === 1;
};

export const makeMessageStore = (db: Connection): MessageStore => {
  /** Deletes a message with its replies and their jobs; false if it is or may be at the helpdesk. */
  const remove = async (messageId: number, condition = sql`true`): Promise<boolean> => {
    const { rows } = await db.execute(sql`
      with removed as (
        delete from ${helpdeskMessages} where id = ${messageId} and helpdesk_id is null and ${condition}
        returning id
      ), stopped as (
        delete from ${jobs} where ${jobs.kind} = 'helpdesk-message' and ${jobs.key} in (
          select id::text from removed
          union all
          select reply.id::text from ${helpdeskMessages} as reply join removed on reply.parent_id = removed.id)
      )
      select id from removed`);

    return rows.length === 1;
  };

  return {
    ...makeMessageIntake(db),
    ...makeRepeatedMessages(db),
    ...makeStoredReplies(db),
    ...makeMessageOutbox(db),
    ...makeArrivedMessages(db),

    withdraw: async (userId, message) => {
      const found = await lockMessage(db, userId, message);
      if (!found) {
        return 'not-found';
      }
      if (found.helpdeskId !== null) {
        return 'delivered';
      }

      // The job is locked before the check, so that a worker that took it or noted that the message may be at the
      // helpdesk is not overlooked.
      const isRemoved =
        (await lockIdleJob(db, message.messageId)) &&
        (await remove(message.messageId, sql`uncertain_since is null`));

      return isRemoved ? 'withdrawn' : 'uncertain';
    },

    removeRefused: async (messageId) => {
      await remove(messageId);
    },
  };
};
