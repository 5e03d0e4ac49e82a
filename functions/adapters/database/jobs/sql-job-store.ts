import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { skipReason } from '#functions/adapters/database/mails/mail-jobs.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { isOfReplyTo } from '#functions/adapters/database/tickets/helpdesk-jobs.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import { type JobState, job } from '#shared/contract/jobs.ts';
import { wordMailReason } from '#shared/mails/mail-kinds.ts';
import { aboutColumns } from './job-abouts.ts';
import {
  heldBy,
  isNamed,
  isNextInLane,
  isOfKnownKind,
  isUnfinished,
  released,
  restarted,
} from './job-parts.ts';
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

const isInLane = sql`${jobs.lane} is not null and ${isUnfinished}`;

/**
 * A recursive query for the first unfinished job of each lane, which jumps from lane to lane in the index: the sweep does
 * not walk the thousands that wait behind them.
 */
const heads = sql`
  (select ${jobs.id}, ${jobs.kind}, ${jobs.lane} from ${jobs} where ${isInLane}
    order by ${jobs.kind}, ${jobs.lane}, ${jobs.id} limit 1)
  union all
  select next.id, next.kind, next.lane from head cross join lateral (
    select ${jobs.id}, ${jobs.kind}, ${jobs.lane} from ${jobs}
    where ${isInLane} and (${jobs.kind}, ${jobs.lane}) > (head.kind, head.lane)
    order by ${jobs.kind}, ${jobs.lane}, ${jobs.id} limit 1
  ) as next`;

const takenRow = z.object({ kind: job.shape.kind, key: z.string() });

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
    const isUnsent = and(isUnfinished, isOfKnownKind, or(isLost, isDueAgain));
    const first = sql`order by ${jobs.updated_at} limit ${limit}::int for update skip locked`;
    const { rows } = await db.execute(sql`
      with recursive head as (${heads}), free as (
        select ${jobs.id} from ${jobs} where ${jobs.lane} is null and ${isUnsent} ${first}
      ), laned as (
        select ${jobs.id} from ${jobs} where ${jobs.id} = any (array(select id from head)) and ${isUnsent} ${first}
      )
      update ${jobs} set sent_at = ${instantOf(now)}
      where ${jobs.id} = any (array(select id from free union all select id from laned))
      returning ${jobs.kind}, ${jobs.key}`);

    return rows.map((row) => takenRow.parse(row));
  },

  takeNextInLane: async (kind, lane, now) => {
    const { rows } = await db.execute(sql`
      update ${jobs} set sent_at = ${instantOf(now)}
      where ${jobs.id} = (
          select ${jobs.id} from ${jobs}
          where ${jobs.kind} = ${kind} and ${jobs.lane} = ${lane} and ${isInLane} order by ${jobs.id} limit 1)
        and ${jobs.state} = 'queued' and ${jobs.sent_at} is null and ${isDue(now.toISOString())}
      returning ${jobs.key}`);

    return rows[0] && takenRow.shape.key.parse(rows[0].key);
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
