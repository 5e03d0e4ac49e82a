import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { helpdeskCopy, helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { type AnsweredTicket, answeredTicket } from '#shared/contract/client.ts';

/**
 * The last answered tickets of the statement's row of `users`, as JSON; the latest answer comes first. Null until the
 * copy was filled for the first time.
 */
export const answeredTicketsOfUser = (limit: number): SQL<unknown> => sql<unknown>`(
  case when exists (select from ${helpdeskCopy} where ${helpdeskCopy.refreshed_at} is not null) then (
  select coalesce(jsonb_agg(jsonb_build_object('id', answered.id, 'agent_responded_at', answered.at)
    order by answered.at desc, answered.id desc), '[]')
  from (
    select ${helpdeskTickets.id}, ${helpdeskTickets.ticket} ->> 'agentRespondedAt' as at
    from ${helpdeskTickets}
    where ${helpdeskTickets.requester_id} = ${users.User_Support_Id}
      and ${helpdeskTickets.ticket} ->> 'agentRespondedAt' is not null
    order by at desc, ${helpdeskTickets.id} desc limit ${limit}
  ) as answered) end)`;

/** Reads the value of `answeredTicketsOfUser`, which the Data API returns as a text. */
export const readAnsweredTickets = (value: unknown): AnsweredTicket[] | null =>
  z
    .array(answeredTicket)
    .nullable()
    .parse(typeof value === 'string' ? JSON.parse(value) : value);
