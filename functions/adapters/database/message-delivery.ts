import { and, eq, type SQL, sql } from 'drizzle-orm';
import { activities } from '#functions/database/schema/client.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { helpdeskEntries, helpdeskMessages, helpdeskTickets } from '#functions/database/schema/tickets.ts';
import { users } from '#functions/database/schema/users.ts';
import type { Held } from '#functions/ports/database/job-store.ts';
import type { MessageStore } from '#functions/ports/database/message-store.ts';
import type { Connection } from './connection.ts';
import { isHelpdeskDown } from './helpdesk-outage.ts';
import { toEntryRow, toTicketRow } from './helpdesk-rows.ts';
import { heldBy, isNextInLane } from './job-parts.ts';
import { CLIENTS_LOCKED, keepTicketRows } from './kept-tickets.ts';
import { instantOf, readInstant, readText } from './stored-message.ts';
import { countIn } from './throttle-store.ts';
import { isUndeliveredTicket } from './ticket-counts.ts';

/** So many whole texts are far below the 1 MiB of a result. */
const UNCERTAIN_MAX = 20;

const endJob = (db: Connection, held: Held, condition?: SQL) =>
  db.$with('ended').as(
    db
      .delete(jobs)
      .where(and(heldBy(held), condition))
      .returning({ id: jobs.id, lane: jobs.lane }),
  );

/** Whether another message waits in the lane of the job that the statement has just ended. */
const hasNext = sql<boolean>`exists (
  select from ${jobs} as waiting
  where waiting.kind = 'helpdesk-message' and waiting.lane = ended.lane and waiting.id <> ended.id
    and waiting.state = 'queued')`;

const noteActivity = (activity: string) => sql`
  insert into ${activities} (user_id, activity_type, description)
  select user_id, 'support', ${activity} from delivered`;

/** How whoever holds a message's job reads it, sends it and notes that it was sent. */
export const makeMessageDelivery = (
  db: Connection,
): Omit<MessageStore, 'write' | 'awaitRepeated' | 'findReply' | 'withdraw' | 'removeRefused'> => ({
  begin: async (held, messageId, writes) => {
    const now = instantOf(held.now);
    const job = db.$with('job', {}).as(sql`
      select ${jobs.id} as id, not (${isNextInLane}) as is_behind, ${isHelpdeskDown(held.now)} as is_down
      from ${jobs} where ${heldBy(held)}`);
    const read = db.$with('read', {}).as(sql`
      select message.id, message.kind, message.payload, message.uncertain_since, message.helpdesk_id,
        coalesce(message.ticket_id, parent.helpdesk_id) as ticket_id,
        client."User_Id" as user_id, client."User_Name" || ' ' || client."User_Surname" as name,
        client."User_Email" as email, client.email_verified_at is not null as is_email_verified,
        client."User_Support_Id" as contact_id, job.is_behind, job.is_down
      from job
      join ${helpdeskMessages} as message on message.id = ${messageId}
      join ${users} as client on client."User_Id" = message.user_id
      left join ${helpdeskMessages} as parent on parent.id = message.parent_id`);
    const counted = db
      .$with('counted', {})
      .as(countIn(writes, held.now, sql`exists (select from read where not is_behind and not is_down)`));
    const noted = db.$with('noted', {}).as(sql`
      update ${helpdeskMessages} set uncertain_since = ${now}
      from read join counted on counted.count <= counted."limit"
      where helpdesk_messages.id = read.id and read.uncertain_since is null and read.helpdesk_id is null
        and (read.kind = 'ticket' or read.ticket_id is not null)`);
    const [row] = await db
      .with(job, read, counted, noted)
      .select({
        kind: sql<string>`read.kind`,
        payload: sql`read.payload`.mapWith(helpdeskMessages.payload),
        uncertainSince: readInstant(sql`read.uncertain_since`),
        ticketId: sql<number | null>`read.ticket_id`,
        userId: sql<number>`read.user_id`,
        name: sql<string>`read.name`,
        email: sql<string>`read.email`,
        isEmailVerified: sql<boolean>`read.is_email_verified`,
        contactId: sql<number | null>`read.contact_id`,
        isBehind: sql<boolean>`read.is_behind`,
        isHelpdeskDown: sql<boolean>`read.is_down`,
        blockedUntil: readInstant(
          sql`case when counted.count > counted."limit" then counted.window_ends_at end`,
        ),
      })
      .from(sql`read left join counted on true`);
    if (!row) return undefined;

    const { userId, name, email, isEmailVerified, kind, payload, uncertainSince, blockedUntil, ...rest } =
      row;

    return {
      ...rest,
      messageId,
      client: { userId, name, email, isEmailVerified },
      text: readText(kind, payload),
      uncertainSince: uncertainSince === null ? null : new Date(uncertainSince),
      blockedUntil: blockedUntil === null ? undefined : new Date(blockedUntil),
    };
  },

  clearUncertain: async (held, messageId) => {
    await db.execute(sql`
      update ${helpdeskMessages} set uncertain_since = null
      where id = ${messageId} and helpdesk_id is null and exists (select from ${jobs} where ${heldBy(held)})`);
  },

  keepContact: async (userId, contactId, known) => {
    // One that somebody deleted is restored with its tickets.
    if (contactId === known) return;

    const isKnown = sql`${users.User_Id} = ${userId} and ${users.User_Support_Id} is not distinct from ${known}::bigint`;
    await db.execute(sql`
      with lost as (
        delete from ${helpdeskTickets} where ${helpdeskTickets.requester_id} = ${known}::bigint
          and exists (select from ${users} where ${isKnown})
      )
      update ${users} set "User_Support_Id" = ${contactId}::bigint where ${isKnown}`);
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
    if (contactIds.length === 0) return [];

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
      if (text?.kind !== 'ticket' || since === null) return [];
      const { subject, description } = text.payload;

      return [{ ...row, subject, description, since: new Date(since) }];
    });
  },

  deliverTicket: async (held, { messageId, ticket, areAttachmentsTold, activity }) => {
    const now = instantOf(held.now);
    const rows = [toTicketRow(ticket, areAttachmentsTold)];
    const keptTicket = keepTicketRows(db, rows, held.now, sql`exists (select from ended)`);
    const ended = endJob(db, held, CLIENTS_LOCKED);
    const delivered = db.$with('delivered', {}).as(sql`
      update ${helpdeskMessages}
      set helpdesk_id = ${ticket.id}, payload = null, uncertain_since = null, updated_at = ${now}
      where id = ${messageId} and helpdesk_id is null and exists (select from ended)
      returning user_id`);
    const replies = db.$with('replies', {}).as(sql`
      update ${helpdeskMessages} set ticket_id = ${ticket.id}
      where parent_id = ${messageId} and exists (select from ended)`);
    const noted = db.$with('noted', {}).as(noteActivity(activity));
    const [reading, clients, passedOn, kept] = keptTicket;
    const [row] = await db
      .with(reading, clients, ended, delivered, replies, noted, passedOn, kept)
      .select({ hasNext })
      .from(sql`ended`);

    return row;
  },

  deliverReply: async (held, { messageId, ticket, entry, activity, isDone }) => {
    const now = instantOf(held.now);
    const row = toEntryRow(entry);
    const keptTicket = keepTicketRows(
      db,
      [toTicketRow(ticket, true)],
      held.now,
      sql`exists (select from ended)`,
    );
    const ended = isDone
      ? endJob(db, held, CLIENTS_LOCKED)
      : db.$with('ended').as(
          db
            .select({ id: jobs.id, lane: jobs.lane })
            .from(jobs)
            .where(and(heldBy(held), CLIENTS_LOCKED)),
        );
    const delivered = db.$with('delivered', {}).as(sql`
      update ${helpdeskMessages}
      set helpdesk_id = ${entry.id}, ticket_id = ${ticket.id}, payload = null, uncertain_since = null,
        updated_at = ${now}
      where id = ${messageId} and helpdesk_id is null and exists (select from ended)
      returning user_id`);
    const keptEntry = db.$with('kept', {}).as(sql`
      insert into ${helpdeskEntries} (id, ticket_id, is_incoming, body, body_text, attachments, created_at)
      select ${row.id}, ticket.id, ${row.is_incoming}, ${row.body}, ${row.body_text},
        ${JSON.stringify(row.attachments)}::jsonb, ${row.created_at}::timestamptz
      from ${helpdeskTickets} as ticket where ticket.id = ${ticket.id} and exists (select from delivered)
      on conflict (id) do nothing`);
    const noted = db.$with('noted', {}).as(noteActivity(activity));
    const [reading, clients, passedOn, kept] = keptTicket;
    const [answer] = await db
      .with(reading, clients, ended, delivered, keptEntry, noted, passedOn, kept)
      .select({ hasNext })
      .from(sql`ended`);

    return answer;
  },

  finish: async (held) => {
    const [row] = await db.with(endJob(db, held)).select({ hasNext }).from(sql`ended`);

    return row;
  },
});
