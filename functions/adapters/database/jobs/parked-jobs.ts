import { and, asc, count, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { stopsRun } from '#functions/adapters/database/billing-runs/stopped-run.ts';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { GIVEN_UP, recipientAtEnd, stateWhenGivenUp } from '#functions/adapters/database/mails/mail-jobs.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { billingRuns } from '#functions/database/schema/billing-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import { JOBS_RETRIED_MAX } from '#shared/contract/limits.ts';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { isNamed, LEASE_OVER, restarted } from './job-parts.ts';

/** Parks jobs, counts parked jobs by kind and restarts those of a kind. */
export const makeParkedJobs = (db: Connection): Pick<JobStore, 'park' | 'countParked' | 'restartFailed'> => ({
  park: async (name, error, now) => {
    const parked = db.$with('parked').as(
      db
        .update(jobs)
        .set({ ...LEASE_OVER, state: 'failed', error, updated_at: now.toISOString() })
        .where(
          and(
            isNamed(name),
            or(
              eq(jobs.state, 'queued'),
              and(eq(jobs.state, 'running'), lt(jobs.lease_until, now.toISOString())),
            ),
          ),
        )
        .returning({ payload: jobs.payload }),
    );
    // A run whose job is given up waits for an administrator, as one that was stopped.
    const stopped = db.$with('stopped').as(
      db
        .update(billingRuns)
        .set(stopsRun(error, now))
        .where(
          and(
            eq(billingRuns.state, 'running'),
            inArray(
              billingRuns.id,
              db.select({ id: sql`(${parked.payload} ->> 'runId')::int` }).from(parked),
            ),
          ),
        )
        .returning({ id: billingRuns.id }),
    );
    await db
      .with(parked, stopped)
      .update(mails)
      .set({
        state: stateWhenGivenUp(sql`${mails.state}`),
        reason: GIVEN_UP,
        recipient: recipientAtEnd,
      })
      .where(inArray(mails.id, db.select({ id: sql`(${parked.payload} ->> 'mailId')::uuid` }).from(parked)));
  },

  countParked: async (longBefore) => {
    const isLong = lt(jobs.updated_at, longBefore.toISOString());
    const rows = await db
      .select({
        kind: jobs.kind,
        count: count(),
        longCount: sql<number>`count(*) filter (where ${isLong})`,
      })
      .from(jobs)
      .where(eq(jobs.state, 'failed'))
      .groupBy(jobs.kind);

    return JOB_KINDS.flatMap((kind) =>
      rows.filter((row) => row.kind === kind).map((row) => ({ ...row, kind })),
    );
  },

  restartFailed: async (kind, audit, now) => {
    const failed = db.$with('failed').as(
      db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.state, 'failed'), eq(jobs.kind, kind)))
        .orderBy(asc(jobs.id))
        .limit(JOBS_RETRIED_MAX)
        .for('update', { skipLocked: true }),
    );
    const started = db.$with('started').as(
      db
        .update(jobs)
        .set({ ...restarted(now), not_before: now.toISOString() })
        .where(inArray(jobs.id, db.select({ id: failed.id }).from(failed)))
        .returning({ id: jobs.id }),
    );
    const audited = db.$with('audited', {}).as(
      insertAuditRows(audit, {
        record: sql`${`failed jobs of ${kind}`} || ': ' || count(*)`,
        from: sql`${started} having count(*) > 0`,
      }),
    );
    const [row] = await db
      .with(failed, started, audited)
      .select({ count: sql<number>`count(*)` })
      .from(started);

    return row?.count ?? 0;
  },
});
