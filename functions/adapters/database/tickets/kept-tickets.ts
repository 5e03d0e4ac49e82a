import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { toTicketRow } from './helpdesk-rows.ts';

const answeredAt = (row: 'kept' | 'excluded') =>
  sql`(${sql.identifier(row)}.ticket ->> 'agentRespondedAt')::timestamptz`;

/**
 * True if the copy did not have the agent's answer yet. Only times of the helpdesk are compared, because its clock is not
 * ours. A copy without a time of an answer was made before a list named one, such as that of a new ticket.
 */
const isNewAnswer = sql`${answeredAt('excluded')} > coalesce(${answeredAt('kept')}, '-infinity')`;

/**
 * Builds the parts of a statement that store tickets as they were read. `clients` locks the rows of the accounts, and
 * the writes depend on it: a simultaneous deletion of an account leaves nothing behind, and neither can deadlock the
 * other.
 */
export const keepTicketRows = (
  db: Connection,
  rows: readonly ReturnType<typeof toTicketRow>[],
  now: Date,
) => {
  const reading = db.$with('reading', {}).as(sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ticket (
      id bigint, requester_id bigint, status int, created_at timestamptz, updated_at timestamptz,
      is_first_response_known boolean, first_responded_at timestamptz, description text, description_start text,
      attachments jsonb, ticket jsonb)`);
  const clients = db.$with('clients', {}).as(sql`
    select ${users.User_Support_Id} as contact_id from ${users}
    where ${users.User_Support_Id} in (select requester_id from reading)
    order by ${users.User_Id}
    for key share`);
  const passedOn = db.$with('passed_on', {}).as(sql`
    delete from ${helpdeskTickets} using reading
    where ${helpdeskTickets.id} = reading.id and ${helpdeskTickets.updated_at} <= reading.updated_at
      and reading.requester_id not in (select contact_id from clients)`);
  const kept = db.$with('kept_tickets', {}).as(sql`
    insert into ${helpdeskTickets} as kept (
      id, requester_id, status, created_at, updated_at, first_responded_at, description, description_start,
      attachments, ticket, fetched_at)
    select id, requester_id, status, created_at, updated_at, first_responded_at, description, description_start,
      nullif(attachments, 'null'::jsonb), ticket, ${now.toISOString()}::timestamptz
    from reading
    where requester_id in (select contact_id from clients)
    order by id
    on conflict (id) do update set
      requester_id = excluded.requester_id,
      status = excluded.status,
      created_at = excluded.created_at,
      updated_at = excluded.updated_at,
      first_responded_at = case
        when exists (select from reading where reading.id = excluded.id and reading.is_first_response_known)
        then excluded.first_responded_at else kept.first_responded_at end,
      description = excluded.description,
      description_start = excluded.description_start,
      attachments = coalesce(excluded.attachments, kept.attachments),
      ticket = kept.ticket || excluded.ticket,
      fetched_at = excluded.fetched_at,
      has_new_answer = kept.has_new_answer or coalesce(${isNewAnswer}, false)
    where kept.updated_at <= excluded.updated_at
    returning kept.id`);

  return [reading, clients, passedOn, kept] as const;
};
