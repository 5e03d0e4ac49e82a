import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';

/** The jobs of a client's messages to the helpdesk, which share the client's lane. */
export const isMessageOf = (userId: number) =>
  and(eq(jobs.kind, 'helpdesk-message'), eq(jobs.lane, String(userId)));

/** A hash of the fields of an account that its contact shows. */
export const contactFingerprint = (
  shown: Record<'name' | 'surname' | 'email' | 'isEmailVerified', SQLWrapper>,
): SQL =>
  sql`md5(concat_ws(chr(10), ${shown.name}, ${shown.surname}, ${shown.email}, ${shown.isEmailVerified}))`;

/**
 * Builds the part of a statement that queues the contact's job of each account that `accounts` selects by id, contact
 * key and, if it is known, the fingerprint of what the contact has; an existing job is queued again. With a delay, one
 * job does many changes. A job that a worker holds is taken from it, and waits until that worker can no longer be in a
 * call: otherwise what it sends could arrive after newer data.
 */
export const queueContactJob = (accounts: SQL, now: Date, delaySeconds = 0): SQL => {
  const instant = sql`${now.toISOString()}::timestamptz`;
  const due =
    delaySeconds > 0
      ? sql`${instant} + make_interval(secs => ${delaySeconds}::float8)`
      : sql`null::timestamptz`;
  // Once a worker has tried, nobody knows what the contact has.
  const had = sql`case when ${jobs.state} = 'queued' and ${jobs.attempts} = 0 then ${jobs.payload} -> 'had' end`;

  return sql`
    insert into ${jobs} (kind, key, payload, not_before, updated_at)
    select 'helpdesk-contact', account.id::text,
      jsonb_build_object('userId', account.id, 'contactKey', account.contact_key, 'had', account.had), ${due},
      ${instant}
    from (${accounts}) as account(id, contact_key, had)
    on conflict (kind, key) do update set
      payload = excluded.payload || jsonb_build_object('had', ${had}),
      state = 'queued', attempts = 0, crashes = 0, first_tried_at = null, lease_token = null, lease_until = null,
      not_before = case
        when ${jobs.lease_until} > ${instant} then ${jobs.lease_until}
        when ${jobs.state} = 'queued' and ${jobs.not_before} < ${due} then ${jobs.not_before}
        else ${due}
      end,
      sent_at = null, progress = null, error = null, updated_at = ${instant}`;
};
