import { sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { helpdeskMessages, helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { OPEN_STATUSES, PENDING } from '#shared/tickets/ticket-codes.ts';

/** The job of a message has the message's id as its key. */
export const isJobOfMessage = sql`${jobs.kind} = 'helpdesk-message' and ${jobs.key} = ${helpdeskMessages.id}::text`;

/** Tickets that a client wrote and that are not at the helpdesk. */
export const isUndeliveredTicket = sql`${helpdeskMessages.kind} = 'ticket' and ${helpdeskMessages.helpdesk_id} is null`;

const isOpenTicket = sql`${helpdeskTickets.status} in (${sql.raw(OPEN_STATUSES.join(', '))})`;

/** A ticket that waits to be sent is open, one that was given up is not (D41). */
const isWaitingTicket = sql`${isUndeliveredTicket}
  and not exists (select from ${jobs} where ${isJobOfMessage} and ${jobs.state} = 'failed')`;

/** Counts the open tickets of all clients (D41). */
export const openTickets = sql<number>`(
  (select count(*) from ${helpdeskTickets} where ${isOpenTicket})
  + (select count(*) from ${helpdeskMessages} where ${isWaitingTicket}))`;

/**
 * Counts the open tickets of the statement's row of `users` (D41).
 */
export const openTicketsOfUser = sql<number>`(
  (select count(*) from ${helpdeskTickets}
    where ${helpdeskTickets.requester_id} = ${users.User_Support_Id} and ${isOpenTicket})
  + (select count(*) from ${helpdeskMessages}
    where ${helpdeskMessages.user_id} = ${users.User_Id} and ${isWaitingTicket}))`;

/** Counts the tickets of the statement's row of `users` in which the client has to act next. */
export const waitingTicketsOfUser = sql<number>`(
  select count(*) from ${helpdeskTickets}
  where ${helpdeskTickets.requester_id} = ${users.User_Support_Id} and ${helpdeskTickets.status} = ${sql.raw(String(PENDING))})`;
