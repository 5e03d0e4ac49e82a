import { and, eq, type SQL, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';

/** The jobs of a client's messages to the helpdesk, which share the client's lane. */
export const isMessageOf = (userId: number) =>
  and(eq(jobs.kind, 'helpdesk-message'), eq(jobs.lane, String(userId)));

/**
 * Builds the part of a statement that queues the contact's job of each account that `accounts` selects by id and
 * contact key; an existing job is queued again. A job that a worker holds is taken from it, and waits until that
 * worker can no longer be in a call: otherwise what it sends could arrive after newer data.
 */
export const queueContactJob = (accounts: SQL, now: Date): SQL => {
  const instant = sql`${now.toISOString()}::timestamptz`;

  return sql`
    insert into ${jobs} (kind, key, payload, updated_at)
    select 'helpdesk-contact', account.id::text,
      jsonb_build_object('userId', account.id, 'contactKey', account.contact_key), ${instant}
    from (${accounts}) as account(id, contact_key)
    on conflict (kind, key) do update set
      state = 'queued', attempts = 0, crashes = 0, first_tried_at = null, lease_token = null, lease_until = null,
      not_before = case when ${jobs.lease_until} > ${instant} then ${jobs.lease_until} end,
      sent_at = null, progress = null, error = null, updated_at = ${instant}`;
};
