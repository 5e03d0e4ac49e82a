import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';
import { billingRuns, serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
import { readCsvText } from '#test/support/portal/csv-records.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

let runs: ReturnType<typeof billingRuns>;
let writes: ReturnType<typeof serviceWrites>;

beforeAll(() => {
  runs = billingRuns(portal);
  writes = serviceWrites(portal);
});
beforeEach(async () => {
  stopClock('2026-11-25T08:00:00Z');
  await runs.clear();
});
afterEach(() => runs.clear());

const draftOf = async (service: Parameters<typeof writes.addService>[1] = {}, user = {}) => {
  const userId = await writes.addClient(user);
  await writes.addService(userId, { bill_from: '2026-12-01', ...service });
  const { body: run } = await runs.draft({ month: '2026-12' });
  const [line] = await runs.lines(run.id, userId);

  return { userId, run, lineId: line?.id ?? 0 };
};

describe('the choice of lines', () => {
  it('answers 60 presses at once that leave a line out and take it in, beside a thousand ids of no line', async () => {
    const { userId, run, lineId } = await draftOf();
    const foreign = Array.from({ length: 998 }, (_, place) => 2_000_000_000 + place);
    const ids = [lineId, ...foreign, Number.MAX_SAFE_INTEGER];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, press) => runs.decide(run.id, ids, press % 2 === 0)),
    );
    const { body: last } = await runs.decide(run.id, [lineId, lineId], true);

    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect(await runs.lines(run.id, userId)).toMatchObject([{ state: 'left-out', reason: 'excluded' }]);
    expect(last.leftOut).toBe(run.leftOut + 1);
  });

  it('changes no line of another run', async () => {
    const { run, lineId } = await draftOf();
    await portal.connection.execute(sql`update billing_runs set state = 'cancelled' where id = ${run.id}`);
    const { run: second } = await draftOf();
    const { status } = await runs.decide(second.id, [lineId], true);

    expect(status).toBe(200);
    const { rows } = await portal.connection.execute(
      sql`select state, is_excluded from billing_run_lines where id = ${lineId}`,
    );
    expect(rows).toEqual([{ state: 'included', is_excluded: null }]);
    await portal.connection.execute(sql`delete from billing_runs where id = ${run.id}`);
  });
});

it('a start with a total or a number of invoices that cannot be is refused, and the draft stays one', async () => {
  const { run } = await draftOf();
  const answers: [object, number][] = [];
  for (const body of [
    { total: amountFromCents(centsFromAmount(run.total) + 1) },
    { total: -1 },
    {},
    { total: 1.001 },
    { total: run.total, stopsAfter: 0 },
    { total: run.total, stopsAfter: 1.5 },
    { total: run.total, stopsAfter: 3_000_000_000 },
  ]) {
    const { status } = await runs.call('POST', `/api/admin/billing-runs/${run.id}/start`, body);
    answers.push([body, status]);
  }

  expect(answers.map(([, status]) => status)).toEqual([409, 409, 400, 400, 400, 400, 400]);
  expect((await runs.call('GET', `/api/admin/billing-runs/${run.id}`)).body.state).toBe('draft');
});

it('a search for signs that mean something elsewhere finds no line and refuses none', async () => {
  const { run } = await draftOf();
  for (const search of ['%', '_', "'", '\\', '"', '🙂', '=1+1', 'ﷺ', '082%']) {
    const { status, body } = await runs.call(
      'GET',
      `/api/admin/billing-runs/${run.id}/lines?search=${encodeURIComponent(search)}`,
    );

    expect([search, status, body.total]).toEqual([search, 200, 0]);
  }
});

it('a name, a company and a service that begin like a formula stand in the file as text', async () => {
  const { run } = await draftOf(
    { account_type: '=HYPERLINK("http://example.com")' },
    { User_Name: '=cmd', User_Surname: 'Dube', User_Org: '@SUM(1)' },
  );
  for (const form of ['excel', 'programs']) {
    const { body } = await runs.call('GET', `/api/admin/billing-runs/${run.id}/lines.csv?for=${form}`);
    const text = readCsvText(body);

    expect(text).toContain("'=cmd Dube");
    expect(text).toContain("'@SUM(1)");
    expect(text).toContain("'=HYPERLINK");
    expect(text).not.toMatch(/(^|[,;"\n])[=@]/);
  }
});
