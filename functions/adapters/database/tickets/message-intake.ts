import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { helpdeskMessages, helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  MessageStore,
  NewMessage,
  StoreResult,
} from '#functions/ports/database/tickets/message-store.ts';
import { CLOSED } from '#shared/tickets/ticket-codes.ts';
import { isHelpdeskDown } from './helpdesk-down.ts';
import { isWithKey, keysSince } from './repeated-messages.ts';

/**
 * Selects the ticket that a message belongs to, as one row: only nulls for a new ticket, no row if the ticket does
 * not exist. `parent` locks a ticket that still waits, so that its withdrawal leaves no reply behind.
 */
const selectTarget = (db: Connection, { userId, text }: NewMessage) => {
  if (text.kind === 'ticket') {
    return [
      db.$with('target', {}).as(sql`
        select null::bigint as ticket_id, null::bigint as parent_id, null::int as status, false as is_failed
        from owner`),
    ];
  }

  return [
    db.$with('parent', {}).as(sql`
      select message.id from ${helpdeskMessages} as message join owner on owner.id = message.user_id
      where message.id = ${-text.ticketId} for key share of message`),
    db.$with('target', {}).as(sql`
      select ticket.id as ticket_id, null::bigint as parent_id, ticket.status::int as status, false as is_failed
      from ${helpdeskTickets} as ticket join owner on owner.contact_id = ticket.requester_id
      where ticket.id = ${text.ticketId}
      union all
      select message.helpdesk_id, case when message.helpdesk_id is null then message.id end, ticket.status::int,
        message.helpdesk_id is null and coalesce(job.state not in ('queued', 'running'), true)
      from ${helpdeskMessages} as message
      join parent on parent.id = message.id
      left join ${helpdeskTickets} as ticket on ticket.id = message.helpdesk_id
      left join ${jobs} as job on job.kind = 'helpdesk-message' and job.key = message.id::text
      where message.user_id = ${userId}::int and message.kind = 'ticket'
        and (message.helpdesk_id is null or ticket.id is not null)`),
  ];
};

/**
 * Inserts a message with its job, unless its key is known, its ticket takes no reply or the share is used up. The
 * account is locked first, so that messages that a client writes at once get their ids one after the other. What was
 * committed during the wait for that lock is not seen: the same key is then a conflict, and a job that should have
 * waited for another is held back by `begin`.
 */
const insertMessage = async (db: Connection, message: NewMessage) => {
  const { userId, text, once, lease } = message;
  const now = instantOf(lease.now);
  const isShareUsed = message.shareUsedUntil !== undefined;
  const owner = db.$with('owner', {}).as(sql`
    select ${users.User_Id} as id, ${users.User_Support_Id} as contact_id from ${users}
    where ${users.User_Id} = ${userId} for no key update`);
  const freed = db.$with('freed', {}).as(sql`
    update ${helpdeskMessages} set idempotency_key = null, body_hash = null from owner
    where ${helpdeskMessages.user_id} = owner.id and ${isWithKey(userId, text.kind, once?.key)}
      and ${helpdeskMessages.created_at} < ${keysSince(lease.now)}
    returning 1`);
  const known = db.$with('known', {}).as(sql`
    select id from ${helpdeskMessages}
    where ${isWithKey(userId, text.kind, once?.key)} and ${helpdeskMessages.created_at} >= ${keysSince(lease.now)}`);
  const inserted = db.$with('inserted', {}).as(sql`
    insert into ${helpdeskMessages}
      (user_id, kind, ticket_id, parent_id, payload, idempotency_key, body_hash, created_at, updated_at)
    select owner.id, ${text.kind}, target.ticket_id, target.parent_id,
      ${JSON.stringify(text.payload)}::jsonb, ${once?.key ?? null}, ${once?.bodyHash ?? null}, ${now}, ${now}
    from owner, target, (select count(*) from freed) as key_is_free
    where target.status is distinct from ${CLOSED}::int and not target.is_failed and not ${isShareUsed}
      and not exists (select from known)
    on conflict (user_id, kind, idempotency_key) do nothing
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
  const [row] = await db
    .with(owner, freed, known, ...selectTarget(db, message), inserted, queued)
    .select({
      isClosed: sql<boolean>`coalesce(target.status = ${CLOSED}::int, false)`,
      isParentFailed: sql<boolean>`target.is_failed`,
      isKnown: sql<boolean>`exists (select from known)`,
      messageId: sql<number | null>`inserted.id`,
      jobId: sql<number | null>`queued.id`,
      isClaimed: sql<boolean>`coalesce(queued.state = 'running', false)`,
    })
    .from(sql`target left join inserted on true left join queued on true`);

  return row;
};

/** Stores a message with its job. */
export const makeMessageIntake = (db: Connection): Pick<MessageStore, 'store'> => ({
  store: async (message): Promise<StoreResult> => {
    const { lease, shareUsedUntil, userId } = message;
    const found = await insertMessage(db, message);
    if (!found) {
      return { outcome: 'not-found' };
    }
    if (found.isKnown) {
      return { outcome: 'repeated' };
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
    const { messageId, jobId } = found;
    if (messageId === null || jobId === null) {
      return { outcome: 'repeated' };
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
