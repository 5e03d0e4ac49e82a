import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW, readOneRow } from '#functions/adapters/database/sql/one-row.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { helpdeskMessages, helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  MessageStore,
  NewMessage,
  StoreResult,
} from '#functions/ports/database/tickets/message-store.ts';
import { CLOSED } from '#shared/ticket-codes.ts';
import { isHelpdeskDown } from './helpdesk-down.ts';
import { isWithKey, keysSince } from './repeated-messages.ts';

/**
 * Selects the ticket that a message belongs to, as one row: only nulls for a new ticket, no row if the ticket does
 * not exist.
 */
const selectTarget = ({ userId, text }: NewMessage, contactId: number | null) =>
  text.kind === 'ticket'
    ? sql`select null::bigint as ticket_id, null::bigint as parent_id, null::int as status, false as is_failed`
    : sql`
      select ticket.id as ticket_id, null::bigint as parent_id, ticket.status::int as status, false as is_failed
      from ${helpdeskTickets} as ticket
      where ticket.id = ${text.ticketId} and ticket.requester_id = ${contactId}::bigint
      union all
      select message.helpdesk_id, case when message.helpdesk_id is null then message.id end, ticket.status::int,
        message.helpdesk_id is null and coalesce(job.state not in ('queued', 'running'), true)
      from ${helpdeskMessages} as message
      left join ${helpdeskTickets} as ticket on ticket.id = message.helpdesk_id
      left join ${jobs} as job on job.kind = 'helpdesk-message' and job.key = message.id::text
      where message.id = ${-text.ticketId} and message.user_id = ${userId}::int and message.kind = 'ticket'
        and (message.helpdesk_id is null or ticket.id is not null)`;

/**
 * Locks the writer's account, so that messages that a client writes at once get their ids one after the other, and
 * frees the key if it was used more than a day ago.
 */
const lockWriter = async (db: Connection, { userId, text, once, lease }: NewMessage) => {
  const owner = db.$with('owner', {}).as(sql`
    select ${users.User_Id} as id, ${users.User_Support_Id} as contact_id from ${users}
    where ${users.User_Id} = ${userId} for no key update`);
  const freed = db.$with('freed', {}).as(sql`
    update ${helpdeskMessages} set idempotency_key = null, body_hash = null from owner
    where ${helpdeskMessages.user_id} = owner.id and ${isWithKey(userId, text.kind, once?.key)}
      and ${helpdeskMessages.created_at} < ${keysSince(lease.now)}`);
  const [row] = await db
    .with(owner, freed)
    .select({ contactId: sql<number | null>`contact_id` })
    .from(sql`owner`);

  return row;
};

/** Inserts a message with its job, unless its key is known, its ticket takes no reply or the share is used up. */
const insertMessage = async (db: Connection, message: NewMessage, contactId: number | null) => {
  const { userId, text, once, lease } = message;
  const now = instantOf(lease.now);
  const isShareUsed = message.shareUsedUntil !== undefined;
  const target = db.$with('target', {}).as(selectTarget(message, contactId));
  const known = db.$with('known', {}).as(sql`
    select id from ${helpdeskMessages} where ${isWithKey(userId, text.kind, once?.key)}`);
  const inserted = db.$with('inserted', {}).as(sql`
    insert into ${helpdeskMessages}
      (user_id, kind, ticket_id, parent_id, payload, idempotency_key, body_hash, created_at, updated_at)
    select ${userId}::int, ${text.kind}, target.ticket_id, target.parent_id,
      ${JSON.stringify(text.payload)}::jsonb, ${once?.key ?? null}, ${once?.bodyHash ?? null}, ${now}, ${now}
    from target
    where target.status is distinct from ${CLOSED}::int and not target.is_failed and not ${isShareUsed}
      and not exists (select from known)
    returning id`);
  const waits = sql`(${isHelpdeskDown(lease.now)} or exists (
    select from ${jobs} as other
    where other.kind = 'helpdesk-message' and other.lane = ${String(userId)}
      and other.state in ('queued', 'running')))`;
  const queued = db.$with('queued', {}).as(sql`
    insert into ${jobs} (kind, key, lane, state, attempts, crashes, first_tried_at, lease_token, lease_until, payload,
      created_at, updated_at)
    select 'helpdesk-message', inserted.id::text, ${String(userId)},
      case when begun.waits then 'queued' else 'running' end,
      case when begun.waits then 0 else 1 end, case when begun.waits then 0 else 1 end,
      case when not begun.waits then ${now} end,
      case when not begun.waits then ${lease.token}::uuid end,
      case when not begun.waits then ${instantOf(lease.until)} end,
      jsonb_build_object('messageId', inserted.id), ${now}, ${now}
    from inserted, (select ${waits} as waits) as begun
    returning id, state`);
  const rows = await db
    .with(target, known, inserted, queued)
    .select({
      isFound: sql<boolean>`target.is_failed is not null`,
      isClosed: sql<boolean>`coalesce(target.status = ${CLOSED}::int, false)`,
      isParentFailed: sql<boolean>`coalesce(target.is_failed, false)`,
      isKnown: sql<boolean>`exists (select from known)`,
      messageId: sql<number | null>`inserted.id`,
      jobId: sql<number | null>`queued.id`,
      isClaimed: sql<boolean>`coalesce(queued.state = 'running', false)`,
    })
    .from(sql`${ONE_ROW} left join target on true left join inserted on true left join queued on true`);

  return readOneRow(rows);
};

/** Stores a message with its job. */
export const makeMessageIntake = (db: Connection): Pick<MessageStore, 'store'> => ({
  store: async (message): Promise<StoreResult> => {
    const owner = await lockWriter(db, message);
    if (!owner) {
      return { outcome: 'not-found' };
    }

    const { lease, shareUsedUntil, userId } = message;
    const { messageId, jobId, ...found } = await insertMessage(db, message, owner.contactId);
    if (found.isKnown) {
      return { outcome: 'repeated' };
    }
    if (!found.isFound) {
      return { outcome: 'not-found' };
    }
    if (found.isClosed) {
      return { outcome: 'closed' };
    }
    if (found.isParentFailed) {
      return { outcome: 'parent-failed' };
    }
    if (shareUsedUntil) {
      return { outcome: 'share-used', until: shareUsedUntil };
    }
    if (messageId === null || jobId === null) {
      throw new Error('The message was not stored');
    }

    const claimed = {
      jobId,
      lane: String(userId),
      leaseToken: lease.token,
      attempts: 1,
      crashes: 1,
      firstTriedAt: lease.now,
      payload: { messageId },
      progress: null,
    };

    return { outcome: 'stored', messageId, claimed: found.isClaimed ? claimed : undefined };
  },
});
