import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import type { Held, JobKey, Release } from '#functions/ports/database/jobs/job-store.ts';
import { JOB_KINDS } from '#shared/job-kinds.ts';

/** The parts of statements that the stores of all kinds of jobs share. */

export const LEASE_OVER = { lease_token: null, lease_until: null };

/** A worker may write only while the job still has its token. */
export const heldBy = ({ jobId, leaseToken }: Held) =>
  and(eq(jobs.id, jobId), eq(jobs.lease_token, leaseToken));

export const isNamed = ({ kind, key }: JobKey) => and(eq(jobs.kind, kind), eq(jobs.key, key));

/** A later deployment may have added other kinds; their jobs are left to it. */
export const isOfKnownKind = inArray(jobs.kind, JOB_KINDS);

/** Repeats the condition of the index word for word, so that PostgreSQL uses it. */
export const isUnfinished = sql`${jobs.state} in ('queued', 'running')`;

/** True if no earlier job in this lane is unfinished. Jobs without a lane never wait; failed jobs do not block. */
export const isNextInLane = sql`not exists (
  select from ${jobs} as earlier
  where earlier.kind = ${jobs.kind} and earlier.lane = ${jobs.lane} and earlier.id < ${jobs.id}
    and earlier.lane is not null and earlier.state in ('queued', 'running'))`;

/** The columns of a job that starts from the beginning. */
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

/** The columns of a job that its worker gives back: its try failed, or something else has to happen first. */
export const released = (
  { state, notBefore, crashes, error, progress, isNoTry, restartsTime }: Release,
  now: Date,
) => ({
  ...LEASE_OVER,
  state,
  not_before: notBefore?.toISOString() ?? null,
  crashes,
  error,
  progress,
  updated_at: now.toISOString(),
  // The sent message is used up: a job that backs off is sent again when it is due.
  ...(notBefore && { sent_at: null }),
  ...(isNoTry && {
    attempts: sql`greatest(${jobs.attempts} - 1, 0)`,
    first_tried_at: sql`case when ${jobs.attempts} > 1 then ${jobs.first_tried_at} end`,
  }),
  ...(restartsTime && { first_tried_at: null }),
});

/** The subject of a job, from the ids in its payload: a text, and the user it belongs to. */
export interface JobAbout {
  text: SQL;
  userId: SQL;
}
