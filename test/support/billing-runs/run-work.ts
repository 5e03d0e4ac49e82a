import { and, eq, sql } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

type Working = Pick<TestPortal, 'connection' | 'runTask'>;

/** Runs the unfinished jobs that issue invoices, one after the other, until none is left that does not wait for a later try. */
export const runRunJobs = async ({ connection, runTask }: Working): Promise<void> => {
  const readDue = () =>
    connection
      .select({ key: jobs.key })
      .from(jobs)
      .where(and(eq(jobs.kind, 'billing-run'), eq(jobs.state, 'queued'), sql`${jobs.not_before} is null`))
      .orderBy(jobs.id);
  for (let due = await readDue(); due.length > 0; due = await readDue()) {
    for (const { key } of due) {
      await runTask('billing-run', { Records: [{ body: JSON.stringify({ key }) }] });
    }
  }
};

/** What an administrator of that moment does with a run, by its routes; the clock may stand still. */
export const runActs = async (portal: TestPortal, userId?: number) => {
  const now = new Date().toISOString();
  const cookie = await startSession(portal, userId ?? (await addUser(portal, { user_role: 'admin' })), {
    created_at: now,
    last_used_at: now,
    proved_at: now,
  });
  const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
    portal.call('POST', `/api/admin/billing-runs${path}`, { cookie, headers, ...(body && { body }) });

  return {
    cookie,
    draft: (month: string, more: object = {}) => post('', { month, ...more }),
    start: (runId: number, body: object, headers = {}) => post(`/${runId}/start`, body, headers),
    stop: (runId: number) => post(`/${runId}/stop`),
    continue: (runId: number) => post(`/${runId}/continue`),
    cancel: (runId: number) => post(`/${runId}/cancel`),
    read: async (runId: number) =>
      (await portal.call('GET', `/api/admin/billing-runs/${runId}`, { cookie })).body,
    /** Drafts a month and starts the run; returns its id. */
    begin: async (month: string, more: object = {}): Promise<number> => {
      const { body: run } = await post('', { month });
      const { status, body } = await post(`/${run.id}/start`, { total: run.total, ...more });
      if (status !== 202) {
        throw new Error(`The run did not start: ${JSON.stringify(body)}`);
      }

      return run.id;
    },
  };
};

/** Reads the lines that a run issued or left out, in the order in which it issues them. */
export const readRunLines = async ({ connection }: Working, runId: number) => {
  const { rows } = await connection.execute(sql`
    select line.user_id, line.service_id, line.from_day::text as "from", line.to_day::text as "to", line.amount::float8 as amount,
      line.state, line."group", line.reason, line.note, invoice.invoice_number as number, item.line_amount::float8 as billed
    from billing_run_lines as line
    left join invoices as invoice on invoice.id = line.invoice_id
    left join invoice_items as item on item.id = line.item_id and item.invoice_id = line.invoice_id
    where line.run_id = ${runId} and line.state <> 'listed' order by line.user_id, line.service_id, line.from_day`);

  return rows;
};

/** Services and days that are billed other than once, over all that is living. */
export const DAYS_BILLED_TWICE = `
  select one.service_id from billed_services as one join billed_services as other
    on other.service_id = one.service_id and other.id > one.id and other.from_day <= one.to_day and one.from_day <= other.to_day
  where one.ended_at is null and other.ended_at is null and not one.is_repeat and not other.is_repeat`;

/** Gaps and repetitions in the numbers of invoices. */
export const NUMBER_GAPS = `
  select number, previous from (
    select invoice_number as number, lag(invoice_number) over (order by id) as previous from invoices) as row
  where left(number, 9) = left(previous, 9) and right(number, 6)::int <> right(previous, 6)::int + 1`;
