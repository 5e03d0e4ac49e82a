import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { billingRunLines, billingRuns as runsTable } from '#functions/database/schema/billing-tables.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { billingRuns, serviceWrites } from '#test/support/billing-runs/run-calls.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

let runs: ReturnType<typeof billingRuns>;
let writes: ReturnType<typeof serviceWrites>;
let database: DatabaseOf<'purge'>;

beforeAll(async () => {
  runs = billingRuns(portal);
  writes = serviceWrites(portal);
  const { databaseWith } = await import('#functions/runtime/ports/database-port.ts');
  const { purgeStore } = await import('#functions/runtime/ports/stores.ts');
  database = databaseWith(purgeStore);
});
afterEach(() => portal.connection.delete(runsTable));

const SUMS = {
  ...{ invoices: 1, lines: 1, total: 370, vat: 48.26, leftOut: 0, toCredit: 0, issued: 1, issuedTotal: 370 },
  ...{ printed: 0, mailed: 0, notMailed: 0 },
};

/** A run that ended so long ago, with one invoice whose PDF exists and which has no mail. */
const addEndedRun = async (age: string) => {
  const userId = await writes.addClient();
  const { invoiceId, lineId } = await writes.bill(userId, undefined, {
    from: '2026-01-01',
    to: '2026-01-31',
    amount: '370.00',
  });
  await portal.connection.execute(sql`update invoices set first_printed_at = now() where id = ${invoiceId}`);
  const [run] = await portal.connection
    .insert(runsTable)
    .values({
      month: '2026-01',
      state: 'done',
      due_date: '2026-01-07',
      drafted_by: 1,
      drafted_at: sql`now()`,
      finished_at: sql`now() - ${age}::interval`,
      sums: SUMS,
    })
    .returning({ id: runsTable.id });
  const runId = run?.id ?? 0;
  await portal.connection.insert(billingRunLines).values({
    ...{
      run_id: runId,
      user_id: userId,
      service_id: 1,
      from_day: '2026-01-01',
      to_day: '2026-01-31',
      days: 31,
      of_days: 31,
    },
    ...{ amount: '370.00', description: 'x', group: 'same', group_if_included: 'same', state: 'issued' },
    ...{ invoice_id: invoiceId, item_id: lineId },
  });

  return { runId, userId, invoiceId };
};

const read = async (runId: number) => (await runs.call('GET', `/api/admin/billing-runs/${runId}`)).body;
const countLines = async (runId: number) =>
  (await portal.connection.select().from(billingRunLines).where(eq(billingRunLines.run_id, runId))).length;

it('the lines of a run are deleted 24 months after its end, and its counts and sums stay', async () => {
  const [old, young] = [await addEndedRun('24 months 1 day'), await addEndedRun('23 months 20 days')];
  await database.purge.deleteRunLines(new Date());

  expect([await countLines(old.runId), await countLines(young.runId)]).toEqual([0, 1]);
  expect(await read(old.runId)).toMatchObject(SUMS);
});

it('what became of files and mails is counted for 30 days, and then stays as the last purge found it', async () => {
  const { runId } = await addEndedRun('29 days');
  expect(await read(runId)).toMatchObject({ ...SUMS, printed: 1, notMailed: 1 });
  await database.purge.deleteRunLines(new Date());
  await portal.connection.execute(
    sql`update billing_runs set finished_at = now() - interval '31 days' where id = ${runId}`,
  );
  await portal.connection.execute(sql`update invoices set first_printed_at = null`);

  expect(await read(runId)).toMatchObject({ ...SUMS, printed: 1, notMailed: 1 });
});

it('a client who is deleted takes the lines along, and the run keeps its sums', async () => {
  const { runId, userId } = await addEndedRun('1 day');
  await portal.connection.delete(billingRunLines).where(eq(billingRunLines.user_id, userId));

  expect(await read(runId)).toMatchObject({ ...SUMS, printed: 0 });
});

it.each([
  ['waiting', null, 'Waiting', 0],
  ['delivered', null, 'Delivered', 0],
  ['skipped', 'not-verified', 'The address is not verified', 1],
  ['bounced', null, 'Bounced', 1],
])('a mail that is %s stands at its lines in words', async (state, reason, word, notMailed) => {
  const { runId, userId, invoiceId } = await addEndedRun('1 day');
  await portal.connection.execute(sql`
    insert into mails (id, user_id, kind, key, state, reason)
    values (gen_random_uuid(), ${userId}::int, 'invoice', ${`invoice:${invoiceId}`}, ${state}, ${reason})`);
  const [line] = await runs.lines(runId, userId);
  const { body } = await runs.call('GET', `/api/admin/billing-runs/${runId}/lines?group=not-mailed`);

  expect([line?.mail, body.total, body.counts['not-mailed']]).toEqual([word, notMailed, notMailed]);
});
