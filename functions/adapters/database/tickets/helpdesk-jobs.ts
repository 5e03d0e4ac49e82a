import { eq, sql } from 'drizzle-orm';
import type { JobAbout } from '#functions/adapters/database/jobs/job-parts.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';

const ofMessage = eq(helpdeskMessages.id, sql`(${jobs.payload} ->> 'messageId')::bigint`);
const ofUser = eq(users.User_Id, sql`(${jobs.payload} ->> 'userId')::int`);

/** The ticket of the statement's message; null while that ticket itself waits to be sent. */
export const ticketOfReply = sql<number | null>`coalesce(${helpdeskMessages.ticket_id}, (
  select parent.helpdesk_id from ${helpdeskMessages} as parent where parent.id = ${helpdeskMessages.parent_id}))`;

export const helpdeskMessageAbout: JobAbout = {
  text: sql`coalesce((select case ${helpdeskMessages.kind} when 'ticket' then 'A new ticket' else coalesce('A reply to ticket ' || ${ticketOfReply}, 'A reply to a new ticket') end from ${helpdeskMessages} where ${ofMessage}), 'A message of a deleted client')`,
  userId: sql`(select ${helpdeskMessages.user_id} from ${helpdeskMessages} where ${ofMessage})`,
};

export const helpdeskContactAbout: JobAbout = {
  text: sql`case when exists (select from ${users} where ${ofUser}) then 'A changed account' else 'The contact of a deleted client' end`,
  userId: sql`(select ${users.User_Id} from ${users} where ${ofUser})`,
};

/** True for the job of a reply to the ticket of this job: the reply cannot be sent without the ticket. */
export const isOfReplyTo = (jobId: number) => sql`(${jobs.kind} = 'helpdesk-message' and ${jobs.key} in (
  select reply.id::text from ${helpdeskMessages} as reply
  join ${jobs} as parent on parent.kind = 'helpdesk-message' and parent.key = reply.parent_id::text
  where parent.id = ${jobId} and parent.state in ('failed', 'cancelled')))`;
