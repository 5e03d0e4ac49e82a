import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { skipReason } from '#functions/adapters/database/mails/mail-jobs.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { isOfReplyTo } from '#functions/adapters/database/tickets/helpdesk-jobs.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import { type JobState, job } from '#shared/contract/jobs.ts';
import { wordMailReason } from '#shared/mails/mail-kinds.ts';
import { aboutColumns } from './job-abouts.ts';
import { heldBy, isNamed, isNextInLane, isOfKnownKind, released, restarted } from './job-parts.ts';
import { makeParkedJobs } from './parked-jobs.ts';

const isDue = (now: string) => or(isNull(jobs.not_before), lte(jobs.not_before, now));

const columns = {
  id: jobs.id,
  kind: jobs.kind,
  key: jobs.key,
  state: jobs.state,
  attempts: jobs.attempts,
  error: jobs.error,
  createdAt: jobs.created_at,
  updatedAt: jobs.updated_at,
  skipReason: skipReason.as('skip_reason'),
  ...aboutColumns,
};

const readJob = ({
  aboutText,
  aboutUser,
  skipReason,
  ...row
}: { aboutText: string; aboutUser: string | null; skipReason: string | null; key: string } & Record<
  string,
  unknown
>) => {
  const user = aboutUser === null ? null : JSON.parse(aboutUser);

  return {
    ...job.parse({
      ...row,
      about: { text: aboutText, userId: user?.id ?? null, user },
      unsent: wordMailReason(skipReason),
    }),
    key: row.key,
  };
};

/** Repeats the condition of the index word for word, so that PostgreSQL uses it. */
const isUnfinished = sql`${jobs.state} in ('queued', 'running')`;

export const selectJobs = (db: Pick<Connection, 'select'>, state: JobState | undefined, limit: number) =>
  db
    .select(columns)
    .from(jobs)
    .where(and(isOfKnownKind, state && eq(jobs.state, state)))
    .orderBy(desc(jobs.id))
    .limit(limit);

export const makeJobStore = (db: Connection): JobStore => ({
  ...makeParkedJobs(db),

  claim: async (name, lease) => {
    const now = lease.now.toISOString();
    const [claimed] = await db
      .update(jobs)
      .set({
        state: 'running',
        attempts: sql`${jobs.attempts} + 1`,
        crashes: sql`${jobs.crashes} + 1`,
        first_tried_at: sql`coalesce(${jobs.first_tried_at}, ${now}::timestamptz)`,
        lease_token: lease.token,
        lease_until: lease.until.toISOString(),
        error: null,
        updated_at: now,
      })
      .where(
        and(
          isNamed(name),
          isNextInLane,
          or(
            and(eq(jobs.state, 'queued'), isDue(now)),
            and(eq(jobs.state, 'running'), lt(jobs.lease_until, now)),
          ),
        ),
      )
      .returning({
        jobId: jobs.id,
        lane: jobs.lane,
        attempts: jobs.attempts,
        crashes: jobs.crashes,
        firstTriedAt: jobs.first_tried_at,
        payload: jobs.payload,
        progress: jobs.progress,
      });

    return (
      claimed && {
        ...claimed,
        leaseToken: lease.token,
        firstTriedAt: claimed.firstTriedAt ? new Date(claimed.firstTriedAt) : lease.now,
      }
    );
  },

  saveProgress: async (held, progress) => {
    const rows = await db
      .update(jobs)
      .set({ progress, updated_at: held.now.toISOString() })
      .where(heldBy(held))
      .returning({ id: jobs.id });

    return rows.length === 1;
  },

  release: async (held, release) => {
    const rows = await db
      .update(jobs)
      .set(released(release, held.now))
      .where(heldBy(held))
      .returning({ id: jobs.id });

    return rows.length === 1;
  },

  takeUnsent: async ({ now, lostBefore, neverSentBefore, deadBefore }, limit) => {
    const lost = lostBefore.toISOString();
    const neverSent = neverSentBefore.toISOString();
    const isLost = or(
      and(
        eq(jobs.state, 'queued'),
        isDue(now.toISOString()),
        or(
          and(isNull(jobs.sent_at), lt(jobs.updated_at, neverSent)),
          and(lt(jobs.sent_at, lost), lt(jobs.updated_at, lost)),
        ),
      ),
      and(
        eq(jobs.state, 'running'),
        lt(jobs.lease_until, deadBefore.toISOString()),
        // A job that the previous sweep sent may still wait behind others.
        or(isNull(jobs.sent_at), lt(jobs.sent_at, neverSent)),
      ),
    );
    const isDueAgain = and(
      eq(jobs.state, 'queued'),
      isNull(jobs.sent_at),
      isNotNull(jobs.not_before),
      isDue(now.toISOString()),
    );
    const unsent = db.$with('unsent').as(
      db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(isUnfinished, isOfKnownKind, isNextInLane, or(isLost, isDueAgain)))
        .orderBy(asc(jobs.updated_at))
        .limit(limit)
        .for('update', { skipLocked: true }),
    );
    const taken = await db
      .with(unsent)
      .update(jobs)
      .set({ sent_at: now.toISOString() })
      .where(inArray(jobs.id, db.select({ id: unsent.id }).from(unsent)))
      .returning({ kind: jobs.kind, key: jobs.key });

    return taken.map(({ kind, key }) => ({ kind: job.shape.kind.parse(kind), key }));
  },

  takeNextInLane: async (kind, lane, now) => {
    const [taken] = await db
      .update(jobs)
      .set({ sent_at: now.toISOString() })
      .where(
        and(
          eq(jobs.kind, kind),
          eq(jobs.lane, lane),
          eq(jobs.state, 'queued'),
          isNull(jobs.sent_at),
          isDue(now.toISOString()),
          isNextInLane,
        ),
      )
      .returning({ key: jobs.key });

    return taken?.key;
  },

  list: async (state, limit, audit) => {
    const rows = await selectJobs(db.with(...auditingPage(db, audit)), state, limit);

    return rows.map(readJob);
  },

  find: async (jobId) => {
    const [row] = await db.select(columns).from(jobs).where(eq(jobs.id, jobId));

    return row && readJob(row);
  },

  restart: async (jobId, now) => {
    const rows = await db
      .update(jobs)
      .set(restarted(now))
      .where(and(or(eq(jobs.id, jobId), isOfReplyTo(jobId)), inArray(jobs.state, ['failed', 'cancelled'])))
      .returning(columns);
    const row = rows.find(({ id }) => id === jobId);

    return row && readJob(row);
  },
});
