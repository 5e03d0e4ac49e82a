import { desc, eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import {
  helpdeskCopy,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { HELPDESK } from '#functions/ports/database/system/health-store.ts';
import { SENT, type StoredTicket, toSending } from '#functions/ports/database/tickets/stored-ticket.ts';
import type { TicketStore } from '#functions/ports/database/tickets/ticket-store.ts';
import { healthState } from '#shared/contract/users.ts';
import { escapeLines } from '#shared/text/escape-html.ts';
import { OPEN, PORTAL } from '#shared/tickets/ticket-codes.ts';
import { SHORTENED } from './bounded-text.ts';
import { storedAttachments, storedDetails } from './helpdesk-rows.ts';
import { isJobOfMessage, isUndeliveredTicket, openTicketsOfUser } from './ticket-counts.ts';

/** 500 characters take at most 2 KB. */
const START_CHARACTERS = 500;

const writtenDescription = sql`${helpdeskMessages.payload} ->> 'description'`;
const writtenStart = sql`case when length(${writtenDescription}) > ${START_CHARACTERS}::int
  then left(${writtenDescription}, ${START_CHARACTERS}::int) || ${SHORTENED} else ${writtenDescription} end`;

interface Descriptions {
  ofCopy: SQL;
  ofMessage: SQL;
}

const WHOLE: Descriptions = { ofCopy: sql`${helpdeskTickets.description}`, ofMessage: writtenDescription };
const STARTS: Descriptions = { ofCopy: sql`${helpdeskTickets.description_start}`, ofMessage: writtenStart };

/** Selects a client's tickets: those in our copy, and those that they wrote and that are not at the helpdesk. */
const selectTickets = (
  userId: number,
  descriptions: Descriptions,
  { ofCopy, ofMessage }: { ofCopy: SQL; ofMessage: SQL },
): SQL => sql`(
  select ${helpdeskTickets.id}, ${users.User_Support_Id} as contact_id, ${helpdeskTickets.status},
    ${helpdeskTickets.created_at}, ${helpdeskTickets.updated_at}, ${descriptions.ofCopy} as description,
    ${helpdeskTickets.attachments}, ${helpdeskTickets.ticket}, null as job_state, null as job_error,
    null::boolean as is_uncertain
  from ${helpdeskTickets} join ${users} on ${users.User_Support_Id} = ${helpdeskTickets.requester_id}
  where ${users.User_Id} = ${userId} and ${ofCopy}
  union all
  select -${helpdeskMessages.id}, ${users.User_Support_Id}, ${OPEN}::int,
    ${helpdeskMessages.created_at}, ${helpdeskMessages.updated_at}, ${descriptions.ofMessage},
    null, ${helpdeskMessages.payload} - 'description', coalesce(${jobs.state}, 'queued'), ${jobs.error},
    ${helpdeskMessages.uncertain_since} is not null
  from ${helpdeskMessages}
  join ${users} on ${users.User_Id} = ${helpdeskMessages.user_id}
  left join ${jobs} on ${isJobOfMessage}
  where ${helpdeskMessages.user_id} = ${userId} and ${isUndeliveredTicket} and ${ofMessage}
) as tickets`;

const createdAt = sql<string>`created_at`.mapWith(helpdeskTickets.created_at);

const columns = {
  id: sql<number>`id`,
  contactId: sql<number | null>`contact_id`,
  status: sql<number>`status`,
  createdAt,
  updatedAt: sql<string>`updated_at`.mapWith(helpdeskTickets.updated_at),
  description: sql<string>`description`,
  attachments: sql<unknown>`attachments`.mapWith(helpdeskTickets.attachments),
  ticket: sql<unknown>`ticket`.mapWith(helpdeskTickets.ticket),
  jobState: sql<string | null>`job_state`,
  jobError: sql<string | null>`job_error`,
  isUncertain: sql<boolean | null>`is_uncertain`,
};

interface Row {
  id: number;
  contactId: number | null;
  status: number;
  createdAt: string;
  updatedAt: string;
  description: string;
  attachments: unknown;
  ticket: unknown;
  jobState: string | null;
  jobError: string | null;
  isUncertain: boolean | null;
}

/** A ticket as the client wrote it, in the names of the contract; the description is read separately. */
const writtenTicket = z.object({
  subject: z.string(),
  priority: z.number(),
  department: z.number().optional(),
  tags: z.array(z.string()),
});

const readTicket = (row: Row): StoredTicket => {
  const { id, contactId, status, createdAt, updatedAt } = row;
  const common = { id, contactId, status, createdAt, updatedAt };

  if (row.jobState === null) {
    return {
      ...common,
      ...storedDetails.parse(row.ticket),
      descriptionHtml: row.description,
      attachments: storedAttachments.parse(row.attachments ?? []),
      sending: SENT,
    };
  }

  const { subject, priority, department, tags } = writtenTicket.parse(row.ticket);

  return {
    ...common,
    subject,
    priority,
    groupId: department ?? null,
    tags,
    descriptionHtml: escapeLines(row.description),
    source: PORTAL,
    type: null,
    customFields: {},
    isEscalated: false,
    isUrgent: false,
    dueBy: null,
    agentRespondedAt: null,
    attachments: [],
    sending: toSending({
      state: row.jobState,
      error: row.jobError,
      isUncertain: row.isUncertain ?? false,
    }),
  };
};

export const makeTicketStore = (db: Connection): TicketStore => ({
  listOf: async (userId, limit) => {
    const rows = await db
      .select({ ...columns, attachments: sql`null` })
      .from(selectTickets(userId, STARTS, { ofCopy: sql`true`, ofMessage: sql`true` }))
      .orderBy(desc(createdAt), sql`id desc`)
      .limit(limit);

    return rows.map(readTicket);
  },

  find: async (userId, ticketId) => {
    const delivered = sql`(
      select ${helpdeskMessages.helpdesk_id} from ${helpdeskMessages}
      where ${helpdeskMessages.id} = -${ticketId}::bigint and ${helpdeskMessages.user_id} = ${userId}
        and ${helpdeskMessages.kind} = 'ticket')`;
    const [row] = await db.select(columns).from(
      selectTickets(userId, WHOLE, {
        ofCopy: sql`${helpdeskTickets.id} = ${ticketId < 0 ? delivered : ticketId}`,
        ofMessage: sql`${helpdeskMessages.id} = -${ticketId}::bigint`,
      }),
    );

    return row && readTicket(row);
  },

  readFigures: async (userId) => {
    const ofClient = sql`from ${helpdeskTickets} where ${helpdeskTickets.requester_id} = ${users.User_Support_Id}`;
    const undelivered = sql`(
      select count(*) from ${helpdeskMessages}
      where ${helpdeskMessages.user_id} = ${users.User_Id} and ${isUndeliveredTicket})`;
    const [row] = await db
      .select({
        total: sql<number>`(select count(*) ${ofClient}) + ${undelivered}`,
        open: openTicketsOfUser,
        averageFirstResponseMinutes: sql<number | null>`(
          select round(avg(extract(epoch from ${helpdeskTickets.first_responded_at} - ${helpdeskTickets.created_at})) / 60)::int
          ${ofClient})`,
        refreshedAt: helpdeskCopy.refreshed_at,
        state: health.state,
        checkedAt: health.checked_at,
      })
      .from(users)
      .leftJoin(helpdeskCopy, eq(helpdeskCopy.id, 1))
      .leftJoin(health, eq(health.name, HELPDESK))
      .where(eq(users.User_Id, userId));
    if (!row) {
      throw new Error(`There is no user ${userId}`);
    }

    const { state, checkedAt, ...figures } = row;

    return {
      ...figures,
      helpdesk: state && checkedAt ? { state: healthState.parse(state), checkedAt } : undefined,
    };
  },
});
