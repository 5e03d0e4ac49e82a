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
    const quietSince = new Date(now.getTime() - QUIET_MS);
    await db.execute(sql`
      with answered as (
        update ${helpdeskTickets} as ticket set has_new_answer = false
        where ticket.has_new_answer
        returning ticket.id, ticket.requester_id, ticket.ticket ->> 'agentRespondedAt' as answered_at
      ), ordered as (
        insert into ${mails} (id, user_id, kind, key, about, created_at)
        select gen_random_uuid(), account."User_Id", 'ticket-answered',
          'answered:' || answered.id || ':' || answered.answered_at,
          jsonb_build_object('ticketId', answered.id), ${instantOf(now)}
        from answered join ${users} as account on account."User_Support_Id" = answered.requester_id
        where ${isOn} and not exists (
          select from ${mails} as earlier
          where earlier.user_id = account."User_Id" and earlier.created_at > ${instantOf(quietSince)}
            and earlier.kind = 'ticket-answered' and earlier.about ->> 'ticketId' = answered.id::text)
        on conflict (key) do nothing
        returning id
      )
      ${queueOrdered('business-mail', now)}`);
  },
});
