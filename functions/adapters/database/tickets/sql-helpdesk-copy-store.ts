import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isNextInLane, LEASE_OVER } from '#functions/adapters/database/jobs/job-parts.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import { helpdeskCopy, helpdeskEntries, helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { HELPDESK } from '#functions/ports/database/system/health-store.ts';
import type { HelpdeskCopyStore } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import type { HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { splitRows, takeFirst } from './bounded-text.ts';
import { toEntryRow, toTicketRow } from './helpdesk-rows.ts';
import { keepTicketRows } from './kept-tickets.ts';

/** A request of the Data API is at most 4 MiB. */
const REQUEST_BYTES_MAX = 3 * 1024 * 1024;
const GROUPS_BYTES_MAX = 48 * 1024;

/** Number of waiting messages that are sent at once; the sweep sends the others. */
const SENT_AT_ONCE = 50;

/** If the copy is older than this when the helpdesk answers again, an outage has interrupted it. */
const INTERRUPTED_AFTER_MS = 3 * 60_000;

const storedGroups = z.array(z.object({ id: z.number(), name: z.string() }));

const toDate = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

const isTheCopy = eq(helpdeskCopy.id, 1);
const isRunOf = (token: string) => and(isTheCopy, eq(helpdeskCopy.lease_token, token));

/** A dummy select for statements whose CTEs do all the work. */
const NOTHING = { nothing: sql`null` };

export const makeHelpdeskCopyStore = (db: Connection): HelpdeskCopyStore => {
  const keep = async (tickets: readonly HelpdeskTicket[], areAttachmentsKnown: boolean, now: Date) => {
    // A list that changes while it is read may contain a ticket twice; the newest counts.
    const newest = new Map<number, HelpdeskTicket>();
    for (const ticket of tickets) {
      const known = newest.get(ticket.id);
      if (!known || known.updatedAt <= ticket.updatedAt) {
        newest.set(ticket.id, ticket);
      }
    }
    const rows = [...newest.values()].map((ticket) => toTicketRow(ticket, areAttachmentsKnown));

    for (const part of splitRows(rows, REQUEST_BYTES_MAX)) {
      if (part.length === 0) {
        continue;
      }
      await db
        .with(...keepTicketRows(db, part, now))
        .select(NOTHING)
        .from(ONE_ROW);
    }
  };

  return {
    beginRun: async ({ token, until, now }) => {
      const [row] = await db
        .update(helpdeskCopy)
        .set({ lease_token: token, lease_until: until.toISOString() })
        .where(
          and(
            isTheCopy,
            or(isNull(helpdeskCopy.lease_token), lt(helpdeskCopy.lease_until, now.toISOString())),
          ),
        )
        .returning();

      return (
        row && {
          token,
          copiedUntil: toDate(row.copied_until),
          page: row.page,
          isComplete: row.is_complete,
          groupsFetchedAt: toDate(row.groups_fetched_at),
          removedReadAt: toDate(row.removed_read_at),
        }
      );
    },

    saveProgress: async (token, { copiedUntil, page, isComplete }, now) => {
      const rows = await db
        .update(helpdeskCopy)
        .set({
          copied_until: copiedUntil?.toISOString() ?? null,
          page,
          is_complete: isComplete,
          ...(isComplete && { refreshed_at: now.toISOString() }),
        })
        .where(isRunOf(token))
        .returning({ id: helpdeskCopy.id });

      return rows.length === 1;
    },

    endRun: async (token) => {
      await db.update(helpdeskCopy).set(LEASE_OVER).where(isRunOf(token));
    },

    noteAnswer: async (now) => {
      const at = now.toISOString();
      const interrupted = new Date(now.getTime() - INTERRUPTED_AFTER_MS);
      const before = db.$with('before', {}).as(sql`
        select from ${health} where ${health.name} = ${HELPDESK} and ${health.state} = 'Down'
        union all
        select from ${helpdeskCopy} where ${helpdeskCopy.refreshed_at} < ${instantOf(interrupted)}`);
      const noted = db.$with('noted', {}).as(sql`
        insert into ${health} (name, state, checked_at) values (${HELPDESK}, 'Good', ${instantOf(now)})
        on conflict (name) do update set state = excluded.state, checked_at = excluded.checked_at`);
      const waiting = sql`${jobs.state} = 'queued' and ${jobs.kind} in ('helpdesk-message', 'helpdesk-contact')
        and ${jobs.not_before} > ${instantOf(now)} and ${jobs.progress} ->> 'metOutage' = 'true'
        and exists (select from before)`;
      const sent = db.$with('sent', { id: sql<number>`id`.as('id') }).as(sql`
        select ${jobs.id} from ${jobs}
        where ${jobs.kind} = 'helpdesk-message' and ${waiting} and ${isNextInLane}
        order by ${jobs.id} limit ${SENT_AT_ONCE}::int`);
      const rows = await db
        .with(before, noted, sent)
        .update(jobs)
        .set({
          not_before: at,
          sent_at: sql`case when ${jobs.id} in (select id from sent) then ${instantOf(now)} end`,
        })
        .where(waiting)
        .returning({ key: jobs.key, sentAt: jobs.sent_at });

      return rows.flatMap(({ key, sentAt }) => (sentAt ? [{ kind: 'helpdesk-message', key }] : []));
    },

    keepTickets: (tickets, now) => keep(tickets, true, now),
    keepListed: (tickets, now) => keep(tickets, false, now),

    listUnseen: async (limit) => {
      const rows = await db
        .select({ id: helpdeskTickets.id })
        .from(helpdeskTickets)
        .where(isNull(helpdeskTickets.attachments))
        .orderBy(desc(helpdeskTickets.created_at))
        .limit(limit);

      return rows.map(({ id }) => id);
    },

    markSeen: async (ticketId) => {
      await db
        .update(helpdeskTickets)
        .set({ attachments: [] })
        .where(and(eq(helpdeskTickets.id, ticketId), isNull(helpdeskTickets.attachments)));
    },

    removeTickets: async (ticketIds) => {
      if (ticketIds.length === 0) {
        return;
      }

      await db
        .delete(helpdeskTickets)
        .where(
          sql`${helpdeskTickets.id} in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ticketIds)}::jsonb))`,
        );
    },

    noteRemovedRead: async (now) => {
      await db.update(helpdeskCopy).set({ removed_read_at: now.toISOString() }).where(isTheCopy);
    },

    keepEntries: async (ticketId, entries, isWhole) => {
      const ids = JSON.stringify(entries.map(({ id }) => id));

      for (const part of splitRows(entries.map(toEntryRow), REQUEST_BYTES_MAX)) {
        const copied = db.$with('copied', {}).as(sql`
          select ${helpdeskTickets.id} from ${helpdeskTickets} where ${helpdeskTickets.id} = ${ticketId}
          for key share`);
        const gone = db.$with('gone', {}).as(sql`
          delete from ${helpdeskEntries}
          where ${helpdeskEntries.ticket_id} = ${ticketId} and ${isWhole}
            and ${helpdeskEntries.id} not in (select value::bigint from jsonb_array_elements_text(${ids}::jsonb))`);
        const kept = db.$with('kept', {}).as(sql`
          insert into ${helpdeskEntries} as stored (
            id, ticket_id, author_id, author_kind, author_name, joined_ticket_id, body, body_text, attachments, created_at)
          select entry.id, copied.id, author_id, author_kind, author_name, joined_ticket_id, body, body_text, attachments, created_at
          from copied, jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as entry (
            id bigint, author_id bigint, author_kind text, author_name text, joined_ticket_id bigint, body text, body_text text, attachments jsonb, created_at timestamptz)
          order by entry.id
          on conflict (id) do update set
            ticket_id = excluded.ticket_id,
            author_id = excluded.author_id,
            author_kind = excluded.author_kind,
            author_name = excluded.author_name,
            joined_ticket_id = excluded.joined_ticket_id,
            body = excluded.body,
            body_text = excluded.body_text,
            attachments = excluded.attachments,
            created_at = excluded.created_at
          where (stored.ticket_id, stored.author_id, stored.author_kind, stored.author_name, stored.joined_ticket_id, stored.body, stored.body_text, stored.attachments, stored.created_at)
            is distinct from (excluded.ticket_id, excluded.author_id, excluded.author_kind, excluded.author_name, excluded.joined_ticket_id, excluded.body, excluded.body_text,
              excluded.attachments, excluded.created_at)`);
        await db.with(copied, gone, kept).select(NOTHING).from(ONE_ROW);
      }
    },

    noteAgents: async (agentIds, now) => {
      const read = Object.fromEntries(agentIds.map((id) => [id, now.toISOString()]));
      await db
        .update(helpdeskCopy)
        .set({ agents: sql`${helpdeskCopy.agents} || ${JSON.stringify(read)}::jsonb` })
        .where(isTheCopy);
    },

    keepGroups: async (groups, now) => {
      await db
        .update(helpdeskCopy)
        .set({ groups: takeFirst(groups, GROUPS_BYTES_MAX), groups_fetched_at: now.toISOString() })
        .where(isTheCopy);
    },

    listGroups: async () => {
      const [row] = await db.select({ groups: helpdeskCopy.groups }).from(helpdeskCopy).where(isTheCopy);

      return storedGroups.parse(row?.groups ?? []);
    },
  };
};
