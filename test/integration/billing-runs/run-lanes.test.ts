import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeJobStore } from '#functions/adapters/database/jobs/sql-job-store.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
import { runActs, runRunJobs } from '#test/support/billing-runs/run-work.ts';
import { emptyQueue, receiveMessages } from '#test/support/faults/queues.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const WAITING = 10_000;
/** Rows that any part of a plan may read: the heads of four lanes, and the three that are due without one. */
const ROWS_MAX = 20;
const EVENING = '2026-11-25T18:30:00Z';
const MORNING = '2026-11-26 06:00:00';

let portal: Awaited<ReturnType<typeof startTestPortal>>;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.delete(jobs);
});

const run = (task: 'invoice-pdf' | 'business-mail' | 'job-sweep', key = '') =>
  portal.runTask(task, { Records: [{ body: JSON.stringify({ key }) }] });

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const rowsOf = (node: PlanNode): number =>
  Math.max(
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    ...(node.Plans ?? []).map(rowsOf),
  );

/** Runs a call of the store, and returns the most rows that a part of its plan has read. */
const countRead = async (call: (store: ReturnType<typeof makeJobStore>) => Promise<unknown>) => {
  let plan = '';
  const execute = async (query: SQL) => {
    const { rows } = await portal.connection.execute(sql`explain (analyze, format json) ${query}`);
    plan = String(Object.values(rows[0] ?? {})[0]);

    return { rows: [] };
  };
  await call(makeJobStore({ ...portal.connection, execute } as never));

  return rowsOf(JSON.parse(plan)[0].Plan);
};

describe('thousands of PDFs that wait in lanes', () => {
  it('are not walked by the sweep, or by a worker who asks for the next one', async () => {
    await portal.connection.execute(sql`
      insert into jobs (kind, key, lane, payload, updated_at)
      select 'invoice-pdf', number::text, 'billing-run:1:' || number % 4, jsonb_build_object('invoiceId', number), now() - interval '1 hour'
      from generate_series(1, ${WAITING}::int) as number`);
    await portal.connection.execute(sql`
      insert into jobs (kind, key, payload, updated_at)
      select 'invoice-pdf', 'hand ' || number, '{}'::jsonb, now() - interval '1 hour' from generate_series(1, 3) as number`);
    await portal.connection.execute(sql`analyze jobs`);
    const now = new Date();
    const ago = new Date(now.getTime() - 60_000);
    const times = { now, lostBefore: ago, neverSentBefore: ago, deadBefore: ago };

    expect(await countRead((store) => store.takeUnsent(times, 50))).toBeLessThan(ROWS_MAX);
    const sent = await portal.connection.select({ key: jobs.key }).from(jobs).where(isNotNull(jobs.sent_at));
    expect(sent.map(({ key }) => key).sort()).toEqual(['1', '2', '3', '4', 'hand 1', 'hand 2', 'hand 3']);

    await portal.connection.update(jobs).set({ state: 'completed' }).where(eq(jobs.key, '1'));
    const lane = 'billing-run:1:1';
    expect(await countRead((store) => store.takeNextInLane('invoice-pdf', lane, now))).toBeLessThan(ROWS_MAX);
    expect(await portal.connection.select().from(jobs).where(eq(jobs.key, '5'))).toMatchObject([
      { sent_at: expect.any(String) },
    ]);
  });
});

const addClients = async (count: number): Promise<number[]> => {
  const write = serviceWrites(portal);
  const clients: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const userId = await write.addClient({ email_verified_at: '2026-01-01T08:00:00Z' });
    await write.addService(userId, { bill_from: '2026-12-01' });
    clients.push(userId);
  }

  return clients;
};

describe('the PDFs and mails of a run', () => {
  it('are sent by the run and by the PDF before them, so that none waits for the sweep', async () => {
    const clients = await addClients(8);
    stopClock('2026-11-25T10:00:00Z');
    const acts = await runActs(portal);
    const queues = {
      pdf: portal.queue.queueUrl('invoice-pdf'),
      mail: portal.queue.queueUrl('business-mail'),
    };
    await acts.begin('2026-12');
    await emptyQueue(queues.pdf);
    await emptyQueue(queues.mail);
    await runRunJobs(portal);

    const printing = await portal.connection
      .select({ key: jobs.key, lane: jobs.lane })
      .from(jobs)
      .where(eq(jobs.kind, 'invoice-pdf'))
      .orderBy(jobs.id);
    const heads = [...Map.groupBy(printing, ({ lane }) => lane).values()].map(([first]) => first?.key);
    expect([printing.length, heads.length]).toEqual([clients.length, 4]);
    const sentPdfs = await receiveMessages(queues.pdf);
    expect(sentPdfs).toHaveLength(4);
    expect(sentPdfs).toEqual(expect.arrayContaining(heads.map((key) => ({ key }))));

    await run('invoice-pdf', heads[0]);
    const [mail] = await portal.connection
      .select({ key: jobs.key })
      .from(jobs)
      .where(eq(jobs.kind, 'business-mail'));
    expect(await receiveMessages(queues.mail)).toEqual([mail]);
    const second = printing.find(({ key, lane }) => lane === printing[0]?.lane && key !== heads[0]);
    expect(await receiveMessages(queues.pdf)).toEqual([{ key: second?.key }]);
    await portal.connection.execute(sql`update services set status = 'pending'`);
  });

  it('wait in lanes behind which an invoice by hand does not wait, and leave in the morning', async () => {
    const clients = await addClients(8);
    stopClock(EVENING);
    const acts = await runActs(portal);
    await acts.begin('2026-12');
    await runRunJobs(portal);
    const admin = await addCaller(portal, 'admin');
    const { body: byHand } = await moneyCalls(portal, admin).issue(clients[0] ?? 0, 100);

    const readPdfs = () =>
      portal.connection.select().from(jobs).where(eq(jobs.kind, 'invoice-pdf')).orderBy(jobs.id);
    const waiting = await readPdfs();
    const [first, , , , fifth] = waiting;
    const lane = first?.lane ?? '';
    expect(lane).toMatch(/^billing-run:\d+:[0-3]$/);
    expect(fifth?.lane).toBe(lane);
    await run('invoice-pdf', fifth?.key);
    await run('invoice-pdf', String(byHand.id));
    expect((await readPdfs()).filter(({ state }) => state === 'completed').map(({ key }) => key)).toEqual([
      String(byHand.id),
    ]);

    await run('invoice-pdf', first?.key);
    const printed = (await readPdfs()).find(({ key }) => key === fifth?.key);
    expect(printed).toMatchObject({ state: 'queued', sent_at: expect.any(String) });
    await run('invoice-pdf', fifth?.key);

    const readMails = (key: string) =>
      portal.connection
        .select({ job: jobs, state: mails.state })
        .from(jobs)
        .innerJoin(mails, and(eq(sql`${mails.id}::text`, jobs.key), eq(mails.key, `invoice:${key}`)));
    const morning = new Date(`${MORNING}Z`).toISOString();
    const [mail] = await readMails(first?.key ?? '');
    expect(mail).toMatchObject({ job: { lane, not_before: morning, sent_at: null }, state: 'waiting' });
    expect(await readMails(String(byHand.id))).toMatchObject([{ job: { lane: null, not_before: null } }]);

    await portal.connection
      .update(jobs)
      .set({ not_before: null })
      .where(eq(jobs.id, mail?.job.id ?? 0));
    await run('business-mail', mail?.job.key);
    expect(await readMails(first?.key ?? '')).toMatchObject([
      {
        job: { state: 'queued', not_before: morning, attempts: 0, crashes: 0, first_tried_at: null },
        state: 'waiting',
      },
    ]);

    stopClock('2026-11-26T06:00:00Z');
    await run('business-mail', mail?.job.key);
    expect(await readMails(first?.key ?? '')).toMatchObject([{ job: { state: 'completed' }, state: 'sent' }]);
    expect(await readMails(fifth?.key ?? '')).toMatchObject([{ job: { lane, sent_at: expect.any(String) } }]);
  });
});
