import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { requireSameContent } from '#functions/adapters/database/system/same-content.ts';
import { instantOf, readInstant } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import {
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import type { MessageKind, MessageStore } from '#functions/ports/database/tickets/message-store.ts';
import { isJobOfMessage } from './ticket-counts.ts';

const KEYS_KEPT_MS = 24 * 60 * 60_000;
const REPEAT_WAITS_MS = 5_000;
const POLL_MS = 150;

export const keysSince = (now: Date) => instantOf(new Date(now.getTime() - KEYS_KEPT_MS));

export const isWithKey = (userId: number, kind: MessageKind, key: string | undefined) =>
  sql`${helpdeskMessages.user_id} = ${userId}::int and ${helpdeskMessages.kind} = ${kind} and ${helpdeskMessages.idempotency_key} = ${key ?? null}`;

const findWithKey = async (db: Connection, userId: number, kind: MessageKind, key: string, now: Date) => {
  const copied = kind === 'ticket' ? helpdeskTickets : helpdeskEntries;
  const [row] = await db
    .select({
      messageId: helpdeskMessages.id,
      bodyHash: sql<string>`coalesce(${helpdeskMessages.body_hash}, '')`,
      helpdeskId: helpdeskMessages.helpdesk_id,
      isInCopy: sql<boolean>`exists (select from ${copied} where ${copied.id} = ${helpdeskMessages.helpdesk_id})`,
      leaseUntil: readInstant(sql`case ${jobs.state} when 'running' then ${jobs.lease_until} end`),
    })
    .from(helpdeskMessages)
    .leftJoin(jobs, isJobOfMessage)
    .where(sql`${isWithKey(userId, kind, key)} and ${helpdeskMessages.created_at} >= ${keysSince(now)}`);

  return row;
};

/** Finds the message of a repeated request by its key. */
export const makeRepeatedMessages = (db: Connection): Pick<MessageStore, 'awaitRepeated'> => ({
  awaitRepeated: async (userId, kind, once, now) => {
    const giveUpAt = Date.now() + REPEAT_WAITS_MS;
    for (;;) {
      const found = await findWithKey(db, userId, kind, once.key, now);
      if (!found) {
        return undefined;
      }
      requireSameContent(found, once);
      const isBeingSent =
        found.helpdeskId === null
          ? found.leaseUntil !== null && new Date(found.leaseUntil) > new Date()
          : !found.isInCopy;
      if (!isBeingSent || Date.now() >= giveUpAt) {
        return found.messageId;
      }
      await wait(POLL_MS);
    }
  },
});
