import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { throttleCounters } from '#functions/database/schema/auth.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { helpdeskEntries, helpdeskMessages, helpdeskTickets } from '#functions/database/schema/tickets.ts';
import { users } from '#functions/database/schema/users.ts';
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
import { storedAttachments } from './helpdesk-rows.ts';
import { instantOf, readInstant, replyText } from './stored-message.ts';
import { countIn } from './throttle-store.ts';
import { isJobOfMessage } from './ticket-counts.ts';

const KEYS_KEPT_MS = 24 * 60 * 60_000;
const REPEAT_WAITS_MS = 5_000;
const POLL_MS = 150;

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

/** How a message is stored, and read by its writer until it is delivered. */
export const makeMessageWriting = (
  db: Connection,
): Pick<MessageStore, 'write' | 'awaitRepeated' | 'findReply'> => ({
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
});
