import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { heldBy, isNextInLane, released } from '#functions/adapters/database/jobs/job-parts.ts';
import { instantOf, readInstant } from '#functions/database/instant.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import {
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Held } from '#functions/ports/database/jobs/job-store.ts';
import type { MessageStore } from '#functions/ports/database/tickets/message-store.ts';
import type { HelpdeskEntry } from '#functions/ports/helpdesk.ts';
import { isHelpdeskDown, isHelpdeskSuspect } from './helpdesk-down.ts';
import { toEntryRow, toTicketRow } from './helpdesk-rows.ts';
import { keepTicketRows } from './kept-tickets.ts';
import { readText } from './stored-message.ts';
import { isUndeliveredTicket } from './ticket-counts.ts';

/** This many whole texts stay far below the 1 MiB of a result. */
const UNCERTAIN_MAX = 20;

const JOB = { id: jobs.id, lane: jobs.lane };

/** Ends the job of a message, or releases it for the work that is left, which its worker sends. */
const endJob = (db: Connection, held: Held, isDone = true, condition = sql`true`) => {
  const isHeld = and(heldBy(held), condition);
  const forTheRest = released(
    { state: 'queued', notBefore: null, crashes: 0, error: null, progress: null },
    held.now,
  );

  return db.$with('ended').as(
    isDone
      ? db.delete(jobs).where(isHeld).returning(JOB)
      : db
          .update(jobs)
          .set({ ...forTheRest, sent_at: held.now.toISOString() })
          .where(isHeld)
          .returning(JOB),
  );
};

/** Stores the entry of a ticket after the ticket itself, if the copy has it; stores nothing without an entry. */
const keepEntry = (db: Connection, ticketId: number, entry: HelpdeskEntry | undefined) => {
  const kept = db.$with('kept_entry', {});
  if (!entry) {
    return kept.as(sql`select id from kept_tickets`);
  }
  const row = toEntryRow({ ...entry, author: { kind: 'client', name: null } });

  return kept.as(sql`
    insert into ${helpdeskEntries} (id, ticket_id, author_id, author_kind, body, body_text, attachments, created_at)
    select ${row.id}, ${ticketId}, ${row.author_id}, ${row.author_kind}, ${row.body}, ${row.body_text},
      ${JSON.stringify(row.attachments)}::jsonb, ${row.created_at}::timestamptz
    from (select count(*) as count from kept_tickets) as kept
    where kept.count > 0 or exists (select from ${helpdeskTickets} where ${helpdeskTickets.id} = ${ticketId})
    on conflict (id) do nothing
    returning id`);
};

/** True if another message waits in the lane of the job that the statement has just ended. */
const hasNext = sql<boolean>`exists (
  select from ${jobs} as waiting
  where waiting.kind = 'helpdesk-message' and waiting.lane = ended.lane and waiting.id <> ended.id
    and waiting.state = 'queued')`;

/** Reads the message of a held job before it is sent, and notes afterwards that it was sent. */
export const makeMessageOutbox = (
  db: Connection,
): Pick<
  MessageStore,
  | 'begin'
  | 'clearUncertain'
  | 'keepContact'
  | 'replaceContact'
  | 'listKept'
  | 'listUncertain'
  | 'deliver'
  | 'finish'
> => ({
  begin: async (held, messageId) => {
    const now = instantOf(held.now);
    const job = db.$with('job', {}).as(sql`
      select ${jobs.id} as id, not (${isNextInLane}) as is_behind, ${isHelpdeskDown(held.now)} as is_down,
        ${isHelpdeskSuspect('message', sql`${String(messageId)}`, held.now)} as is_suspect
      from ${jobs} where ${heldBy(held)}`);
    const read = db.$with('read', {}).as(sql`
      select message.id, message.kind, message.payload, message.uncertain_since, message.helpdesk_id,
        coalesce(message.ticket_id, parent.helpdesk_id) as ticket_id,
        client."User_Id" as user_id, client."User_Name" || ' ' || client."User_Surname" as name,
        client."User_Email" as email, client.email_verified_at is not null as is_email_verified,
        client."User_Support_Id" as contact_id, client.contact_key, job.is_behind, job.is_down, job.is_suspect
      from job
      join ${helpdeskMessages} as message on message.id = ${messageId}
      join ${users} as client on client."User_Id" = message.user_id
      left join ${helpdeskMessages} as parent on parent.id = message.parent_id`);
    const noted = db.$with('noted', {}).as(sql`
      update ${helpdeskMessages} set uncertain_since = ${now}
      from read
      where helpdesk_messages.id = read.id and not read.is_behind and not read.is_down
        and read.uncertain_since is null and read.helpdesk_id is null
        and (read.kind = 'ticket' or read.ticket_id is not null)`);
    const [row] = await db
      .with(job, read, noted)
      .select({
        kind: sql<string>`read.kind`,
        payload: sql`read.payload`.mapWith(helpdeskMessages.payload),
        uncertainSince: readInstant(sql`read.uncertain_since`),
        ticketId: sql<number | null>`read.ticket_id`,
        userId: sql<number>`read.user_id`,
        contactKey: sql<string>`read.contact_key`,
        name: sql<string>`read.name`,
        email: sql<string>`read.email`,
        isEmailVerified: sql<boolean>`read.is_email_verified`,
        contactId: sql<number | null>`read.contact_id`,
        isBehind: sql<boolean>`read.is_behind`,
        isHelpdeskDown: sql<boolean>`read.is_down`,
        isHelpdeskSuspect: sql<boolean>`read.is_suspect`,
      })
      .from(sql`read`);
    if (!row) {
      return undefined;
    }

    const { userId, contactKey, name, email, isEmailVerified, kind, payload, uncertainSince, ...rest } = row;

    return {
      ...rest,
      messageId,
      client: { userId, contactKey, name, email, isEmailVerified },
      text: readText(kind, payload),
      uncertainSince: uncertainSince === null ? null : new Date(uncertainSince),
    };
  },

  clearUncertain: async (held, messageId) => {
    await db.execute(sql`
      update ${helpdeskMessages} set uncertain_since = null
      where id = ${messageId} and helpdesk_id is null and exists (select from ${jobs} where ${heldBy(held)})`);
  },

  keepContact: async (userId, contactId) => {
    await db
      .update(users)
      .set({ User_Support_Id: contactId })
      .where(and(eq(users.User_Id, userId), isNull(users.User_Support_Id)));
  },

  replaceContact: async (userId, contactId, known) => {
    const isKnown = and(eq(users.User_Id, userId), eq(users.User_Support_Id, known));
    const locked = await db.select({ id: users.User_Id }).from(users).where(isKnown).for('update');
    if (locked.length === 0) {
      return;
    }

    await db.delete(helpdeskTickets).where(eq(helpdeskTickets.requester_id, known));
    await db.update(users).set({ User_Support_Id: contactId }).where(isKnown);
  },

  listKept: async (kind, helpdeskIds, messageId) => {
    const rows = await db
      .select({ helpdeskId: helpdeskMessages.helpdesk_id })
      .from(helpdeskMessages)
      .where(
        sql`${helpdeskMessages.kind} = ${kind} and ${helpdeskMessages.id} <> ${messageId} and ${helpdeskMessages.helpdesk_id} in (
          select value::bigint from jsonb_array_elements_text(${JSON.stringify(helpdeskIds)}::jsonb))`,
      );

    return rows.flatMap(({ helpdeskId }) => helpdeskId ?? []);
  },

  listUncertain: async (contactIds) => {
    if (contactIds.length === 0) {
      return [];
    }

    const rows = await db
      .select({
        messageId: helpdeskMessages.id,
        userId: helpdeskMessages.user_id,
        contactId: sql<number>`${users.User_Support_Id}`,
        payload: helpdeskMessages.payload,
        since: readInstant(sql`${helpdeskMessages.uncertain_since}`),
      })
      .from(helpdeskMessages)
      .innerJoin(users, eq(users.User_Id, helpdeskMessages.user_id))
      .where(
        sql`${isUndeliveredTicket} and ${helpdeskMessages.uncertain_since} is not null
          and ${users.User_Support_Id} in (
            select value::bigint from jsonb_array_elements_text(${JSON.stringify(contactIds)}::jsonb))`,
      )
      .orderBy(helpdeskMessages.id)
      .limit(UNCERTAIN_MAX);

    return rows.flatMap(({ payload, since, ...row }) => {
      const text = readText('ticket', payload);
      if (text?.kind !== 'ticket' || since === null) {
        return [];
      }
      const { subject, description } = text.payload;

      return [{ ...row, subject, description, since: new Date(since) }];
    });
  },

  deliver: async (held, { messageId, ticket, entry, areAttachmentsKnown, activity, isDone }) => {
    const helpdeskId = entry?.id ?? ticket.id;
    const ticketId = entry ? ticket.id : null;
    const owner = db.$with('owner', {}).as(sql`
      select from ${users}
      where ${users.User_Id} = (select user_id from ${helpdeskMessages} where id = ${messageId})
      for no key update`);
    const ended = endJob(db, held, isDone, sql`exists (select from owner)`);
    const delivered = db.$with('delivered', {}).as(sql`
      update ${helpdeskMessages}
      set helpdesk_id = ${helpdeskId}, ticket_id = ${ticketId}::bigint, payload = null, uncertain_since = null,
        updated_at = ${instantOf(held.now)}
      where id = ${messageId} and helpdesk_id is null and exists (select from ended)
      returning user_id`);
    const noted = db.$with('noted', {}).as(sql`
      insert into ${activities} (user_id, activity_type, description)
      select user_id, 'support', ${activity} from delivered`);
    const mark = db.with(owner, ended, delivered, noted).select({ hasNext }).from(sql`ended`);

    const kept = keepTicketRows(db, [toTicketRow(ticket, areAttachmentsKnown)], held.now);
    const keep = db
      .with(...kept, keepEntry(db, ticket.id, entry))
      .select({ count: sql`count(*)` })
      .from(sql`kept_entry`);

    const [row] = await mark;
    if (row) {
      // Only now: a ticket that is in the copy and not yet marked would be shown twice.
      await keep;
    }

    return row;
  },

  finish: async (held) => {
    const [row] = await db.with(endJob(db, held)).select({ hasNext }).from(sql`ended`);

    return row;
  },
});
