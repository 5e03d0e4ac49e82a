import { asc, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { instantOf, readInstant } from '#functions/database/instant.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import {
  helpdeskCopy,
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  ConversationStore,
  OwnTicket,
  WaitingReply,
} from '#functions/ports/database/tickets/conversation-store.ts';
import { BY_CLIENT, SENT, toSending } from '#functions/ports/database/tickets/stored-ticket.ts';
import { escapeLines } from '#shared/text/escape-html.ts';
import { helpdeskBusyUntil, isHelpdeskDown, isHelpdeskSuspect } from './helpdesk-down.ts';
import { storedAttachments, toAuthor } from './helpdesk-rows.ts';

/** Most bytes of entries or replies in one result, as JSON writes them: the Data API's limit is 1 MiB. */
const BYTES_MAX = 900_000;

/** Bytes of a row in addition to its texts: the names of its fields, its ids and times, and for a reply the subject. */
const ENTRY_BYTES = 400;
/** Entries whose authors are remembered, the newest of a conversation: their names fit in one result. */
const AUTHORS_MAX = 1_000;
const REPLY_BYTES = 2_000;

/** A copy whose last success is longer ago no longer says whose a ticket is (D18). */
const OLD_AFTER_MS = 5 * 60_000;

const isCopyOld = (now: Date) => sql<boolean>`not exists (
  select from ${helpdeskCopy}
  where ${helpdeskCopy.refreshed_at} > ${instantOf(new Date(now.getTime() - OLD_AFTER_MS))})`;

interface ReplyRow {
  id: number;
  body: string;
  createdAt: string;
  state: string | null;
  uncertainSince: string | null;
  error: string | null;
}

const toReply = ({ id, body, createdAt, uncertainSince, ...job }: ReplyRow): WaitingReply => ({
  ...BY_CLIENT,
  id: -id,
  bodyHtml: escapeLines(body),
  bodyText: body,
  createdAt,
  attachments: [],
  sending: toSending({ ...job, isUncertain: uncertainSince !== null }),
  uncertainSince: uncertainSince === null ? null : new Date(uncertainSince),
});

/** Selects the client's ticket as `opened`: one row, or none if it is not theirs. */
const selectOpened = (userId: number, ticketId: number) => sql`
  select found.id as ticket_id, found.requester_id, found.status, found.subject, own.id as message_id
  from ${ONE_ROW}
  left join lateral (
    select id, helpdesk_id from ${helpdeskMessages}
    where id = ${-ticketId} and user_id = ${userId}::int and kind = 'ticket'
  ) as own on true
  left join lateral (
    select ticket.id, ticket.requester_id, ticket.status, ticket.ticket ->> 'subject' as subject
    from ${helpdeskTickets} as ticket
    join ${users} on ${users.User_Support_Id} = ticket.requester_id
    where ${users.User_Id} = ${userId}::int and ticket.id = coalesce(own.helpdesk_id, ${ticketId})
  ) as found on true
  where found.id is not null or (own.id is not null and own.helpdesk_id is null)`;

/**
 * Selects the replies. A reply refers to its ticket by the ticket's id, or by the row of the ticket that waited when
 * it was written.
 */
const selectReplies = (userId: number) => sql`
  select * from (
    select message.id, message.payload ->> 'body' as body, message.created_at, message.uncertain_since,
      job.state, job.error,
      sum(octet_length(to_json(message.payload ->> 'body')::text) + ${REPLY_BYTES}::int) over (order by message.id desc) as bytes
    from opened
    join ${helpdeskMessages} as message on message.ticket_id = opened.ticket_id or message.parent_id in (
      select parent.id from ${helpdeskMessages} as parent
      where parent.user_id = ${userId}::int and parent.kind = 'ticket'
        and (parent.id = opened.message_id or parent.helpdesk_id = opened.ticket_id)
    )
    left join ${jobs} as job on job.kind = 'helpdesk-message' and job.key = message.id::text
    where message.user_id = ${userId}::int and message.kind = 'reply' and message.helpdesk_id is null
      and message.payload is not null
  ) as summed
  where bytes <= ${BYTES_MAX}`;

const storedAuthors = z.array(
  z.object({ id: z.number(), authorId: z.number(), kind: z.string(), name: z.string().nullable() }),
);
const storedAgents = z.record(z.string(), z.string());

const lengthOfEntry = sql.join(
  [
    helpdeskEntries.body,
    helpdeskEntries.body_text,
    helpdeskEntries.attachments,
    sql`coalesce(${helpdeskEntries.author_name}, '')`,
  ].map((column) => sql`octet_length(to_json(${column}::text)::text)`),
  sql` + `,
);
const newestFirst = sql`${helpdeskEntries.created_at} desc, ${helpdeskEntries.id} desc`;

export const makeConversationStore = (db: Connection): ConversationStore => ({
  open: async (userId, ticketId, now): Promise<OwnTicket | undefined> => {
    const opened = db.$with('opened', {}).as(selectOpened(userId, ticketId));
    const replies = db.$with('replies', {}).as(selectReplies(userId));

    const rows = await db
      .with(opened, replies)
      .select({
        ticketId: sql<number | null>`opened.ticket_id`,
        contactId: sql<number | null>`opened.requester_id`,
        status: sql<number | null>`opened.status`,
        subject: sql<string | null>`opened.subject`,
        isHelpdeskDown: isHelpdeskDown(now),
        helpdeskBusyUntil: helpdeskBusyUntil(now),
        isHelpdeskSuspect: isHelpdeskSuspect('ticket', sql`opened.ticket_id`, now),
        isCopyOld: isCopyOld(now),
        replyId: sql<number | null>`replies.id`,
        body: sql<string | null>`replies.body`,
        createdAt: readInstant(sql`replies.created_at`),
        state: sql<string | null>`replies.state`,
        uncertainSince: readInstant(sql`replies.uncertain_since`),
        error: sql<string | null>`replies.error`,
      })
      .from(sql`opened left join replies on true`)
      .orderBy(sql`replies.id`);
    const [first] = rows;
    if (!first) {
      return undefined;
    }

    const { ticketId: id, contactId, status, subject } = first;

    return {
      atHelpdesk:
        id === null || contactId === null || status === null
          ? undefined
          : { ticketId: id, contactId, status },
      subject: subject ?? '',
      replies: rows.flatMap(({ replyId, body, createdAt, ...row }) =>
        replyId === null || body === null || createdAt === null
          ? []
          : [toReply({ ...row, id: replyId, body, createdAt })],
      ),
      isHelpdeskDown: first.isHelpdeskDown,
      helpdeskBusyUntil: first.helpdeskBusyUntil === null ? null : new Date(first.helpdeskBusyUntil),
      isHelpdeskSuspect: first.isHelpdeskSuspect,
      isCopyOld: first.isCopyOld,
    };
  },

  listKept: async (ticketId) => {
    const kept = db.$with('kept').as(
      db
        .select({
          id: helpdeskEntries.id,
          authorKind: helpdeskEntries.author_kind,
          authorName: helpdeskEntries.author_name,
          joinedTicketId: helpdeskEntries.joined_ticket_id,
          body: helpdeskEntries.body,
          bodyText: helpdeskEntries.body_text,
          attachments: helpdeskEntries.attachments,
          createdAt: helpdeskEntries.created_at,
          bytes: sql<number>`sum(${lengthOfEntry} + ${ENTRY_BYTES}::int) over (order by ${newestFirst})`.as(
            'bytes',
          ),
          entries: sql<number>`count(*) over ()`.as('entries'),
        })
        .from(helpdeskEntries)
        .where(sql`${helpdeskEntries.ticket_id} = ${ticketId}`),
    );
    const rows = await db
      .with(kept)
      .select({
        id: kept.id,
        authorKind: kept.authorKind,
        authorName: kept.authorName,
        joinedTicketId: kept.joinedTicketId,
        bodyHtml: kept.body,
        bodyText: kept.bodyText,
        attachments: kept.attachments,
        createdAt: sql<string>`${kept.createdAt}`.mapWith(helpdeskEntries.created_at),
        isWhole: sql<boolean>`${kept.entries} = count(*) over ()`,
      })
      .from(kept)
      .where(sql`${kept.bytes} <= ${BYTES_MAX}`)
      .orderBy(asc(kept.createdAt), asc(kept.id));

    return {
      entries: rows.map(({ authorKind, authorName, isWhole: _isWhole, ...row }) => ({
        ...row,
        author: toAuthor(authorKind, authorName),
        attachments: storedAttachments.parse(row.attachments),
        sending: SENT,
      })),
      isWhole: rows.every(({ isWhole }) => isWhole),
    };
  },

  listAuthors: async (ticketId) => {
    const ofEntries = db.$with('of_entries', {}).as(sql`
      select jsonb_agg(jsonb_build_object('id', id, 'authorId', author_id, 'kind', author_kind, 'name', author_name))
        as entries
      from (
        select id, author_id, author_kind, author_name from ${helpdeskEntries}
        where ticket_id = ${ticketId} and author_id is not null and author_kind <> 'client'
        order by id desc limit ${AUTHORS_MAX}::int
      ) as newest`);
    const [row] = await db
      .with(ofEntries)
      .select({
        entries: sql<string | null>`of_entries.entries::text`,
        agents: sql<string | null>`${helpdeskCopy.agents}::text`,
      })
      .from(sql`of_entries left join ${helpdeskCopy} on true`);

    return {
      entries: storedAuthors
        .parse(JSON.parse(row?.entries ?? '[]'))
        .map(({ kind, name, ...entry }) => ({ ...entry, author: toAuthor(kind, name) })),
      agents: Object.entries(storedAgents.parse(JSON.parse(row?.agents ?? '{}'))).map(([id, readAt]) => ({
        id: Number(id),
        readAt: new Date(readAt),
      })),
    };
  },

  findReplyStates: async (replyIds) =>
    db
      .select({ id: sql<number>`-${helpdeskMessages.id}`, helpdeskId: helpdeskMessages.helpdesk_id })
      .from(helpdeskMessages)
      .where(
        inArray(
          helpdeskMessages.id,
          replyIds.map((id) => -id),
        ),
      ),

  recordClosing: async (userId, activity) => {
    await db.execute(sql`
      insert into ${activities} (user_id, activity_type, description)
      select ${userId}::int, 'support', ${activity}
      where not exists (
        select from ${activities}
        where user_id = ${userId}::int and activity_type = 'support' and description = ${activity}
          and created_at > now() - interval '10 seconds'
      )`);
  },
});
