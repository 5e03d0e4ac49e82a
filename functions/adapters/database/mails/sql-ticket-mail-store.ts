import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { instantOf } from '#functions/database/instant.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { TicketMailStore } from '#functions/ports/database/mails/ticket-mail-store.ts';
import { queueOrdered } from './mail-jobs.ts';

/** Time in which a client gets one mail about a ticket (D58). */
const QUIET_MS = 15 * 60_000;

export const makeTicketMailStore = (db: Connection): TicketMailStore => ({
  orderForAnswers: async (isOn, now) => {
    // Locks the accounts and then their tickets by id, as the copy does: the row of a mail locks its account.
    const quietSince = new Date(now.getTime() - QUIET_MS);
    await db.execute(sql`
      with client as (
        select "User_Id" as user_id, "User_Support_Id" as contact_id from ${users}
        where "User_Support_Id" in (select requester_id from ${helpdeskTickets} where has_new_answer)
        order by "User_Id" for key share
      ), locked as (
        select ticket.id, client.user_id
        from ${helpdeskTickets} as ticket join client on client.contact_id = ticket.requester_id
        where ticket.has_new_answer
        order by ticket.id for update of ticket
      ), answered as (
        update ${helpdeskTickets} as ticket set has_new_answer = false
        from locked
        where ticket.id = locked.id
        returning ticket.id, locked.user_id, ticket.ticket ->> 'agentRespondedAt' as answered_at
      ), ordered as (
        insert into ${mails} (id, user_id, kind, key, about, created_at)
        select gen_random_uuid(), answered.user_id, 'ticket-answered',
          'answered:' || answered.id || ':' || answered.answered_at,
          jsonb_build_object('ticketId', answered.id), ${instantOf(now)}
        from answered
        where ${isOn} and answered.answered_at is not null and not exists (
          select from ${mails} as earlier
          where earlier.user_id = answered.user_id and earlier.created_at > ${instantOf(quietSince)}
            and earlier.kind = 'ticket-answered' and earlier.about ->> 'ticketId' = answered.id::text)
        on conflict (key) do nothing
        returning id
      )
      ${queueOrdered('business-mail', now)}`);
  },
});
