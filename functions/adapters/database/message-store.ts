import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { throttleCounters } from '#functions/database/schema/auth.ts';
import { activities } from '#functions/database/schema/client.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { helpdeskEntries, helpdeskMessages, helpdeskTickets } from '#functions/database/schema/tickets.ts';
import { users } from '#functions/database/schema/users.ts';
import type { Held } from '#functions/ports/database/job-store.ts';
import type {
  MessageKind,
  MessageStore,
  NewMessage,
  RepeatedMessage,
  Writing,
} from '#functions/ports/database/message-store.ts';
import { SENT, toSending } from '#functions/ports/database/stored-ticket.ts';
import { escapeLines } from '#shared/escape-html.ts';
import { CLOSED } from '#shared/ticket-codes.ts';
import type { Connection } from './connection.ts';
import { isHelpdeskDown } from './helpdesk-outage.ts';
import { storedAttachments, toEntryRow, toTicketRow } from './helpdesk-rows.ts';
import { heldBy, isNextInLane } from './job-parts.ts';
import { CLIENTS_LOCKED, keepTicketRows } from './kept-tickets.ts';
import { countIn } from './throttle-store.ts';
import { isJobOfMessage, isUndeliveredTicket } from './ticket-counts.ts';

const ticketText = z.object({
  subject: z.string(),
  description: z.string(),
  priority: z.number(),
  department: z.number().optional(),
  tags: z.array(z.string()),
});
const replyText = z.object({ body: z.string() });

const KEYS_KEPT_MS = 24 * 60 * 60_000;
const REPEAT_WAITS_MS = 5_000;
const POLL_MS = 150;

/** So many whole texts are far below the 1 MiB of a result. */
const UNCERTAIN_MAX = 20;

const instantOf = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const readInstant = (expression: SQL) =>
  sql<string | null>`${expression}`.mapWith(helpdeskMessages.created_at);
const keysSince = (now: Date) => instantOf(new Date(now.getTime() - KEYS_KEPT_MS));

/** The ticket that a message goes to, as one row: nothing but nulls for a new ticket, no row if there is none. */
const selectTarget = ({ userId, text }: NewMessage) =>
  text.kind === 'ticket'
    ? sql`select null::bigint as ticket_id, null::bigint as parent_id, null::int as status, false as is_failed from owner`
    : sql`
      select ticket.id as ticket_id, null::bigint as parent_id, ticket.status::int as status, false as is_failed
      from ${helpdeskTickets} as ticket join owner on owner.contact_id = ticket.requester_id
      where ticket.id = ${text.ticketId}
      union all
      select message.helpdesk_id, case when message.helpdesk_id is null then message.id end, ticket.status::int,
        message.helpdesk_id is null and coalesce(job.state not in ('queued', 'running'), true)
      from owner
      join ${helpdeskMessages} as message on message.user_id = ${userId}::int
      left join ${helpdeskTickets} as ticket on ticket.id = message.helpdesk_id
      left join ${jobs} as job on job.kind = 'helpdesk-message' and job.key = message.id::text
      where message.id = ${-text.ticketId} and message.kind = 'ticket'
        and (message.helpdesk_id is null or ticket.id is not null)`;

/** Of several messages of a client who writes them at once, one after the other gets its id: see `begin`. */
const selectOwner = (userId: number) => sql`
  select ${users.User_Id} as id, ${users.User_Support_Id} as contact_id from ${users}
  where ${users.User_Id} = ${userId} for no key update`;

const isWithKey = (userId: number, kind: MessageKind, key: string | undefined) =>
  sql`${helpdeskMessages.user_id} = ${userId}::int and ${helpdeskMessages.kind} = ${kind} and ${helpdeskMessages.idempotency_key} = ${key ?? null}`;

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

const findWithKey = async (
  db: Connection,
  userId: number,
  kind: MessageKind,
  key: string,
  now: Date,
): Promise<(RepeatedMessage & { leaseUntil: string | null }) | undefined> => {
  const [row] = await db
    .select({
      messageId: helpdeskMessages.id,
      bodyHash: sql<string>`coalesce(${helpdeskMessages.body_hash}, '')`,
      helpdeskId: helpdeskMessages.helpdesk_id,
      leaseUntil: readInstant(sql`case ${jobs.state} when 'running' then ${jobs.lease_until} end`),
    })
    .from(helpdeskMessages)
    .leftJoin(jobs, isJobOfMessage)
    .where(sql`${isWithKey(userId, kind, key)} and ${helpdeskMessages.created_at} >= ${keysSince(now)}`);

  return row;
};

const readText = (kind: string, payload: unknown) => {
  if (payload === null) return undefined;

  return kind === 'ticket'
    ? { kind: 'ticket' as const, payload: ticketText.parse(payload) }
    : { kind: 'reply' as const, payload: replyText.parse(payload) };
};

export const makeMessageStore = (db: Connection): MessageStore => ({
  write: async (message): Promise<Writing> => {
    const { userId, text, once, share, lease } = message;
    const now = instantOf(lease.now);
    const owner = db.$with('owner', {}).as(selectOwner(userId));
    const target = db.$with('target', {}).as(selectTarget(message));
    const known = db.$with('known', {}).as(sql`
      select id from ${helpdeskMessages}
      where ${isWithKey(userId, text.kind, once?.key)} and created_at >= ${keysSince(lease.now)}`);
    const freed = db.$with('freed', {}).as(sql`
      update ${helpdeskMessages} set idempotency_key = null, body_hash = null
      where ${isWithKey(userId, text.kind, once?.key)} and created_at < ${keysSince(lease.now)}
      returning id`);
    const allowed = db.$with('allowed', {}).as(sql`
      select target.ticket_id, target.parent_id from target
      where target.status is distinct from ${CLOSED}::int and not target.is_failed
        and not exists (select from known)`);
    const counted = db.$with('counted', {}).as(countIn(share, lease.now, sql`exists (select from allowed)`));
    const inserted = db.$with('inserted', {}).as(sql`
      insert into ${helpdeskMessages}
        (user_id, kind, ticket_id, parent_id, payload, idempotency_key, body_hash, created_at, updated_at)
      select ${userId}::int, ${text.kind}, allowed.ticket_id, allowed.parent_id,
        ${JSON.stringify(text.payload)}::jsonb, ${once?.key ?? null}, ${once?.bodyHash ?? null}, ${now}, ${now}
      from allowed, counted
      where counted.count <= counted."limit" and (select count(*) from freed) >= 0
      on conflict (user_id, kind, idempotency_key) do nothing
      returning id`);
    const waits = sql`(${isHelpdeskDown(lease.now)} or exists (
      select from ${jobs} as other
      where other.kind = 'helpdesk-message' and other.lane = ${String(userId)}
        and other.state in ('queued', 'running')))`;
    const queued = db.$with('queued', {}).as(sql`
      insert into ${jobs} (kind, key, lane, state, attempts, first_tried_at, lease_token, lease_until, payload,
        created_at, updated_at)
      select 'helpdesk-message', inserted.id::text, ${String(userId)},
        case when begun.waits then 'queued' else 'running' end,
        case when begun.waits then 0 else 1 end, case when not begun.waits then ${now} end,
        case when not begun.waits then ${lease.token}::uuid end,
        case when not begun.waits then ${instantOf(lease.until)} end,
        jsonb_build_object('messageId', inserted.id), ${now}, ${now}
      from inserted, (select ${waits} as waits) as begun
      returning id, state`);

    const [row] = await db
      .with(owner, target, known, freed, allowed, counted, inserted, queued)
      .select({
        isFound: sql<boolean>`target.is_failed is not null`,
        isClosed: sql<boolean>`coalesce(target.status = ${CLOSED}::int, false)`,
        isParentFailed: sql<boolean>`coalesce(target.is_failed, false)`,
        isKnown: sql<boolean>`exists (select from known)`,
        blockedUntil: readInstant(
          sql`case when counted.count > counted."limit" then counted.window_ends_at end`,
        ),
        messageId: sql<number | null>`inserted.id`,
        jobId: sql<number | null>`queued.id`,
        state: sql<string | null>`queued.state`,
      })
      .from(
        sql`(select) as always left join target on true left join counted on true left join inserted on true left join queued on true`,
      );
    if (!row || row.isKnown) return { outcome: 'repeated' };
    if (!row.isFound) return { outcome: 'not-found' };
    if (row.isClosed) return { outcome: 'closed' };
    if (row.isParentFailed) return { outcome: 'parent-failed' };
    if (row.blockedUntil) return { outcome: 'share-used', until: new Date(row.blockedUntil) };
    if (row.messageId === null || row.jobId === null) {
      // The same request came at the same moment: this one counts no second time.
      await db.execute(sql`
        update ${throttleCounters} set count = greatest(count - 1, 0) where bucket = ${share.name}`);

      return { outcome: 'repeated' };
    }

    const { messageId, jobId } = row;

    return {
      outcome: 'stored',
      messageId,
      claimed:
        row.state === 'running'
          ? {
              jobId,
              leaseToken: lease.token,
              attempts: 1,
              firstTriedAt: lease.now,
              payload: { messageId },
              progress: null,
            }
          : undefined,
    };
  },

  awaitRepeated: async (userId, kind, { key, bodyHash }, now) => {
    const giveUpAt = Date.now() + REPEAT_WAITS_MS;
    for (;;) {
      const found = await findWithKey(db, userId, kind, key, now);
      if (!found || found.bodyHash !== bodyHash || found.helpdeskId !== null) return found;
      const isBeingSent = found.leaseUntil !== null && new Date(found.leaseUntil) > new Date();
      if (!isBeingSent || Date.now() >= giveUpAt) return found;
      await wait(POLL_MS);
    }
  },

  findReply: async (userId, messageId) => {
    const [row] = await db
      .select({
        id: helpdeskMessages.id,
        payload: helpdeskMessages.payload,
        helpdeskId: helpdeskMessages.helpdesk_id,
        createdAt: helpdeskMessages.created_at,
        isUncertain: sql<boolean>`${helpdeskMessages.uncertain_since} is not null`,
        ticketId: sql<number>`coalesce(${helpdeskMessages.ticket_id},
          (select parent.helpdesk_id from ${helpdeskMessages} as parent where parent.id = ${helpdeskMessages.parent_id}),
          -${helpdeskMessages.parent_id})`,
        state: jobs.state,
        error: jobs.error,
        entry: {
          isIncoming: helpdeskEntries.is_incoming,
          bodyHtml: helpdeskEntries.body,
          bodyText: helpdeskEntries.body_text,
          attachments: helpdeskEntries.attachments,
          createdAt: helpdeskEntries.created_at,
        },
      })
      .from(helpdeskMessages)
      .leftJoin(jobs, isJobOfMessage)
      .leftJoin(helpdeskEntries, eq(helpdeskEntries.id, helpdeskMessages.helpdesk_id))
      .where(
        sql`${helpdeskMessages.id} = ${messageId} and ${helpdeskMessages.user_id} = ${userId} and ${helpdeskMessages.kind} = 'reply'`,
      );
    if (!row) return undefined;

    const { ticketId, helpdeskId, entry } = row;
    if (helpdeskId !== null) {
      return entry
        ? {
            ticketId,
            entry: {
              ...entry,
              id: helpdeskId,
              attachments: storedAttachments.parse(entry.attachments),
              sending: SENT,
            },
          }
        : undefined;
    }

    const { body } = replyText.parse(row.payload);
    return {
      ticketId,
      entry: {
        id: -row.id,
        isIncoming: false,
        bodyHtml: escapeLines(body),
        bodyText: body,
        createdAt: row.createdAt,
        attachments: [],
        sending: toSending(row),
      },
    };
  },

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

  withdraw: async (userId, message) => {
    const isOwn = sql`message.id = ${message.messageId} and message.user_id = ${userId}::int and message.kind = ${message.kind}`;
    const isOfTicket =
      message.kind === 'ticket'
        ? sql`true`
        : sql`(message.ticket_id = ${message.ticketId} or message.parent_id = ${-message.ticketId} or exists (
            select from ${helpdeskMessages} as parent
            where (parent.id = message.parent_id and parent.helpdesk_id = ${message.ticketId})
              or (parent.id = ${-message.ticketId} and parent.user_id = ${userId}::int and parent.kind = 'ticket'
                and parent.helpdesk_id = message.ticket_id)))`;
    const found = db.$with('found', {}).as(sql`
      select message.id, message.helpdesk_id from ${helpdeskMessages} as message
      where ${isOwn} and ${isOfTicket}`);
    // The row is locked before its job is asked, and the lock reads it anew: a worker that noted that it may be at the
    // helpdesk by now is not overlooked.
    const free = db.$with('free', {}).as(sql`
      select message.id from ${helpdeskMessages} as message
      where message.id in (select id from found) and message.helpdesk_id is null
        and message.uncertain_since is null
      for update`);
    const stopped = db.$with('stopped', {}).as(sql`
      delete from ${jobs} using free
      where ${jobs.kind} = 'helpdesk-message' and ${jobs.key} = free.id::text and ${jobs.state} <> 'running'
      returning free.id as message_id`);
    const stoppedReplies = db.$with('stopped_replies', {}).as(sql`
      delete from ${jobs} using ${helpdeskMessages} as reply
      where reply.parent_id in (select message_id from stopped)
        and ${jobs.kind} = 'helpdesk-message' and ${jobs.key} = reply.id::text`);
    const removed = db.$with('removed', {}).as(sql`
      delete from ${helpdeskMessages} where id in (select message_id from stopped) returning id`);
    const [row] = await db
      .with(found, free, stopped, stoppedReplies, removed)
      .select({
        isDelivered: sql<boolean>`found.helpdesk_id is not null`,
        isRemoved: sql<boolean>`exists (select from removed)`,
      })
      .from(sql`found`);

    if (!row) return 'not-found';
    if (row.isRemoved) return 'withdrawn';

    return row.isDelivered ? 'delivered' : 'uncertain';
  },

  removeRefused: async (messageId) => {
    await db.execute(sql`
      with stopped as (
        delete from ${jobs} where ${jobs.kind} = 'helpdesk-message' and ${jobs.key} in (
          select id::text from ${helpdeskMessages} where id = ${messageId} or parent_id = ${messageId})
      )
      delete from ${helpdeskMessages} where id = ${messageId} and helpdesk_id is null`);
  },
});
