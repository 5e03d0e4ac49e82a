import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selectJobs } from '#functions/adapters/database/jobs/sql-job-store.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { receiveMessages } from '#test/support/faults/queues.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let store: JobStore;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  // The jobs of these tests belong to no invoice, and the tests empty their queue.
  portal = await startTestPortal();
  ({
    database: { jobs: store },
  } = await import('#local/seed/whole-database.ts'));
  const userId = await addUser(portal, { user_role: 'admin' });
  admin = { userId, cookie: await startSession(portal, userId) };
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.delete(jobs);
});

const NOW = new Date();
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

let lastKey = 0;
const addJob = async (change: Partial<typeof jobs.$inferInsert> = {}) => {
  lastKey += 1;
  const [row] = await portal.connection
    .insert(jobs)
    .values({ kind: 'invoice-pdf', key: `${lastKey}`, payload: { invoiceId: lastKey }, ...change })
    .returning({ id: jobs.id });

  return { id: row?.id ?? 0, kind: 'invoice-pdf' as const, key: `${lastKey}` };
};
const readRow = async (id: number) => {
  const [row] = await portal.connection.select().from(jobs).where(eq(jobs.id, id));

  return row;
};
const claim = (job: { kind: 'invoice-pdf'; key: string }, now = NOW) =>
  store.claim(job, { token: crypto.randomUUID(), until: new Date(now.getTime() + 30_000), now });
const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);
const takeUnsent = (now: Date, limit = 50) =>
  store.takeUnsent(
    {
      now,
      lostBefore: secondsBefore(now, 120),
      neverSentBefore: secondsBefore(now, 45),
      deadBefore: secondsBefore(now, 15),
    },
    limit,
  );

const times = (count: number) => Array.from({ length: count });

describe('a job that twenty workers claim at once', () => {
  it('one of twenty workers gets the lease of a job, and one again when that lease is over', async () => {
    const job = await addJob();

    const first = await Promise.all(times(20).map(() => claim(job)));
    const second = await Promise.all(times(20).map(() => claim(job, minutesLater(2))));

    for (const claims of [first, second]) {
      expect(claims.filter(Boolean)).toHaveLength(1);
    }
    expect(second.find(Boolean)).toMatchObject({ attempts: 2, crashes: 2, firstTriedAt: NOW });
  });

  it('a worker that has lost its job can write nothing more to it', async () => {
    const job = await addJob();
    const lost = await claim(job);
    await claim(job, minutesLater(2));
    const before = await readRow(job.id);
    const held = { jobId: job.id, leaseToken: lost?.leaseToken ?? '', now: minutesLater(3) };

    expect(await store.saveProgress(held, ['late'])).toBe(false);
    const release = { state: 'failed', notBefore: null, crashes: 1, error: 'Late.', progress: null } as const;
    expect(await store.release(held, release)).toBe(false);
    expect(await readRow(job.id)).toEqual(before);
  });
});

describe('a job that backs off', () => {
  it('neither claims nor sends a job that backs off before it is due, and sends it once then', async () => {
    const job = await addJob({ sent_at: NOW.toISOString() });
    const claimed = await claim(job);
    const held = { jobId: job.id, leaseToken: claimed?.leaseToken ?? '', now: NOW };
    await store.release(held, {
      state: 'queued',
      notBefore: minutesLater(60),
      crashes: 0,
      error: 'The helpdesk does not answer.',
      progress: null,
    });

    expect(await claim(job, minutesLater(59))).toBeUndefined();
    expect(await takeUnsent(minutesLater(59))).toEqual([]);
    expect(await takeUnsent(minutesLater(60))).toEqual([{ kind: job.kind, key: job.key }]);
    expect(await takeUnsent(minutesLater(61))).toEqual([]);
    expect(await claim(job, minutesLater(60))).toMatchObject({ attempts: 2, crashes: 1, firstTriedAt: NOW });
    expect(await readRow(job.id)).toMatchObject({ error: null });
  });

  it('a job whose message was lost is sent again', async () => {
    const job = await addJob({ not_before: NOW.toISOString(), updated_at: minutesLater(-9).toISOString() });
    expect(await takeUnsent(NOW)).toHaveLength(1);

    expect(await takeUnsent(minutesLater(3))).toEqual([{ kind: job.kind, key: job.key }]);
  });
});

describe('a job that was just queued', () => {
  it('the sweep leaves a new job to its creator for 45 s, and sends it if it is still unsent', async () => {
    const job = await addJob({ updated_at: NOW.toISOString() });

    expect(await takeUnsent(minutesLater(0.7))).toEqual([]);
    expect(await takeUnsent(minutesLater(0.8))).toEqual([{ kind: job.kind, key: job.key }]);
  });

  it('the sweep leaves a job that was sent to its message for two minutes, and then sends it again', async () => {
    const job = await addJob({ updated_at: NOW.toISOString(), sent_at: NOW.toISOString() });

    expect(await takeUnsent(minutesLater(1.9))).toEqual([]);
    expect(await takeUnsent(minutesLater(2.1))).toEqual([{ kind: job.kind, key: job.key }]);
  });
});

describe('a job whose worker died with its message', () => {
  it('a job whose worker died with its message is sent once, soon after its lease has ended', async () => {
    const job = await addJob({ sent_at: NOW.toISOString() });
    await claim(job);

    expect(await takeUnsent(minutesLater(0.7))).toEqual([]);
    expect(await takeUnsent(minutesLater(0.8))).toEqual([{ kind: job.kind, key: job.key }]);
    expect(await takeUnsent(minutesLater(0.9))).toEqual([]);
  });
});

describe('sweeps that run at once', () => {
  it('sweeps that run at once take each lost job once', async () => {
    const lost = { updated_at: minutesLater(-9).toISOString() };
    await Promise.all(times(60).map(() => addJob(lost)));
    await Promise.all(
      times(20).map(() => addJob({ state: 'running', lease_until: minutesLater(-9).toISOString(), ...lost })),
    );

    const taken = (await Promise.all(times(8).map(() => takeUnsent(NOW, 20)))).flat();
    const rest = await takeUnsent(NOW, 100);

    const keys = [...taken, ...rest].map(({ key }) => key);
    expect(keys).toHaveLength(80);
    expect(new Set(keys).size).toBe(80);
  });

  it('a sweep leaves a job alone that another transaction is writing', async () => {
    const job = await addJob({ updated_at: minutesLater(-9).toISOString() });

    await connectAsOwner().transaction(async (writer) => {
      await writer.update(jobs).set({ attempts: 1 }).where(eq(jobs.id, job.id));
      expect(await takeUnsent(NOW)).toEqual([]);
    });
    expect(await takeUnsent(NOW)).toHaveLength(1);
  });
});

describe('jobs in one lane', () => {
  it('the jobs of one lane are claimed one after the other in the order of their ids', async () => {
    const lane = crypto.randomUUID();
    const lined = [];
    for (let index = 0; index < 5; index += 1) {
      lined.push(await addJob({ lane }));
    }
    const other = await addJob({ lane: crypto.randomUUID() });
    const free = await addJob();
    const order: number[] = [];

    expect(await claim(other)).toBeDefined();
    expect(await claim(free)).toBeDefined();
    while (order.length < lined.length) {
      const claims = (await Promise.all(lined.flatMap((job) => [claim(job), claim(job), claim(job)]))).filter(
        (claimed) => claimed !== undefined,
      );
      expect(claims).toHaveLength(1);
      order.push(...claims.map(({ jobId }) => jobId));
      await portal.connection.delete(jobs).where(eq(jobs.id, order.at(-1) ?? 0));
    }
    expect(order).toEqual(lined.map(({ id }) => id));
  });

  it('the jobs of one lane are sent one after the other, and a parked job blocks none', async () => {
    const lost = { lane: crypto.randomUUID(), updated_at: minutesLater(-9).toISOString() };
    const first = await addJob(lost);
    const second = await addJob(lost);
    const third = await addJob(lost);
    const sendAll = async () =>
      (await Promise.all(times(4).map(() => takeUnsent(NOW)))).flat().map(({ key }) => key);

    expect(await sendAll()).toEqual([first.key]);
    await store.park(first, 'No.', NOW);
    expect(await sendAll()).toEqual([second.key]);
    await portal.connection.delete(jobs).where(eq(jobs.id, second.id));
    const next = await Promise.all(times(4).map(() => store.takeNextInLane('invoice-pdf', lost.lane, NOW)));
    expect(next.filter(Boolean)).toEqual([third.key]);
  });

  it('a job waits while an earlier one of its lane backs off, but not for a job of another kind', async () => {
    const lane = crypto.randomUUID();
    await addJob({ lane, not_before: minutesLater(60).toISOString() });
    const later = await addJob({ lane });
    await addJob({ lane, kind: 'helpdesk-contact', id: 0 });

    expect(await claim(later)).toBeUndefined();
    expect(await store.takeNextInLane('invoice-pdf', lane, NOW)).toBeUndefined();
    await portal.connection.delete(jobs).where(eq(jobs.kind, 'invoice-pdf'));
    const alone = await addJob({ lane });
    expect(await claim(alone)).toBeDefined();
  });
});

describe('a parked job that is started ten times at once', () => {
  it('a parked job that is retried ten times at once starts once, with one message and one audit row', async () => {
    const job = await addJob({ state: 'failed', attempts: 5, crashes: 5, error: 'No.', progress: [] });
    const retry = () => portal.call('POST', `/api/admin/jobs/${job.id}/retry`, admin);

    const answers = await Promise.all(times(10).map(retry));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...times(9).fill(409)]);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.body.message).toBe('This job already waits for its turn.');
    expect(await receiveMessages(portal.queue.queueUrl('invoice-pdf'))).toEqual([{ key: job.key }]);
    expect(await countRows(portal, auditLog, eq(auditLog.action, 'jobs.retry'))).toBe(1);
    expect(await readRow(job.id)).toMatchObject({
      state: 'queued',
      attempts: 0,
      crashes: 0,
      first_tried_at: null,
      progress: null,
      error: null,
      sent_at: null,
    });
  });
});

describe('the list of jobs', () => {
  it.each([undefined, 'failed'] as const)(
    'the newest jobs of state %s are listed by an index, without a sort',
    async (state) => {
      await portal.connection.execute(sql`
      insert into ${jobs} (kind, key, state, payload)
      select 'invoice-pdf', number::text, case when number % 100 = 0 then 'failed' else 'completed' end,
        jsonb_build_object('invoiceId', number)
      from generate_series(1, 30000) as number`);
      await connectAsOwner().execute(sql`vacuum analyze jobs`);

      const { rows } = await portal.connection.execute(
        sql`explain (analyze, format json) ${selectJobs(portal.connection, state, 100).getSQL()}`,
      );
      const [{ Plan }] = JSON.parse(String(rows[0]?.['QUERY PLAN']));

      expect(Plan).toMatchObject({
        'Node Type': 'Limit',
        Plans: [{ 'Node Type': 'Index Scan', 'Relation Name': 'jobs', 'Actual Rows': 100 }],
      });
      expect(Plan.Plans[0]['Rows Removed by Filter'] ?? 0).toBe(0);
    },
  );
});
