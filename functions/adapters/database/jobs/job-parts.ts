import { and, eq, type SQL, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import type { Held, JobKey } from '#functions/ports/database/jobs/job-store.ts';

/** What the stores of all kinds say of a job in the same way. */

export const LEASE_OVER = { lease_token: null, lease_until: null };

/** A worker may write only while the job still bears its token. */
export const heldBy = ({ jobId, leaseToken }: Held) =>
  and(eq(jobs.id, jobId), eq(jobs.lease_token, leaseToken));

export const isNamed = ({ kind, key }: JobKey) => and(eq(jobs.kind, kind), eq(jobs.key, key));

/** Whether no earlier job of its lane is still to be done; one without a lane waits for none, one that failed blocks none. */
export const isNextInLane = sql`not exists (
  select from ${jobs} as earlier
  where earlier.kind = ${jobs.kind} and earlier.lane = ${jobs.lane} and earlier.id < ${jobs.id}
    and earlier.state in ('queued', 'running'))`;

/** A job from its beginning. */
export const restarted = (now: Date) => ({
  ...LEASE_OVER,
  state: 'queued',
  attempts: 0,
  crashes: 0,
  first_tried_at: null,
  not_before: null,
  sent_at: null,
  progress: null,
  error: null,
  updated_at: now.toISOString(),
});

/** What a job is about, from the ids in its payload: in words, and whose it is. */
export interface JobAbout {
  text: SQL;
  userId: SQL;
}
