import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingRuns as runsTable } from '#functions/database/schema/billing-tables.ts';
import { billingRuns, serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const NOW = '2026-11-25T08:00:00Z';
const MONTH = '2026-12';

let runs: ReturnType<typeof billingRuns>;
let writes: ReturnType<typeof serviceWrites>;

beforeAll(() => {
  runs = billingRuns(portal);
  writes = serviceWrites(portal);
});
beforeEach(async () => {
  stopClock(NOW);
  await runs.clear();
});
afterEach(() => runs.clear());

const setState = (runId: number, state: string) =>
  portal.connection.execute(sql`update billing_runs set state = ${state} where id = ${runId}`);

describe('making a draft', () => {
  it.each(['2026-08', '2027-02'])('the month %s is too far away', async (month) => {
    const { status, body } = await runs.draft({ month });

    expect([status, body.fields]).toEqual([
      400,
      { month: 'Month must be from September 2026 to January 2027' },
    ]);
  });

  it.each(['2026-09', '2027-01'])('the month %s is near enough', async (month) => {
    expect((await runs.draft({ month })).status).toBe(201);
  });

  it.each(['2026-11-24', '2027-02-24'])('a due date of %s is refused at its field', async (dueDate) => {
    const { status, body } = await runs.draft({ month: MONTH, dueDate });

    expect([status, Object.keys(body.fields)]).toEqual([400, ['dueDate']]);
  });

  it('is due after the terms, or on the first day of its month if that is later', async () => {
    const { body } = await runs.call('GET', '/api/admin/billing-months');
    const { body: december } = await runs.draft({ month: MONTH });

    expect(body.months.map(({ month, dueDate }: Record<string, string>) => [month, dueDate])).toEqual([
      ['2026-09', '2026-12-02'],
      ['2026-10', '2026-12-02'],
      ['2026-11', '2026-12-02'],
      ['2026-12', '2026-12-02'],
      ['2027-01', '2027-01-01'],
    ]);
    expect(december.dueDate).toBe('2026-12-02');
  });

  it('made anew keeps the chosen due date and what was left out, and takes in what changed', async () => {
    const userId = await writes.addClient();
    const [kept, left] = [
      await writes.addService(userId, { bill_from: '2026-12-01' }),
      await writes.addService(userId, { bill_from: '2026-12-01' }),
    ];
    const { body: first } = await runs.draft({ month: MONTH, dueDate: '2026-12-15' });
    const lines = await runs.lines(first.id, userId);
    await runs.decide(
      first.id,
      lines.filter(({ serviceId }) => serviceId === left).map(({ id }) => id),
      true,
    );
    await portal.connection.execute(sql`update services set price_per_month = 400 where id = ${left}`);

    const { body: second } = await runs.draft({ month: MONTH });

    expect([second.id, second.dueDate]).toEqual([first.id, '2026-12-15']);
    expect(await runs.lines(second.id, userId)).toMatchObject([
      { serviceId: kept, state: 'included' },
      { serviceId: left, state: 'left-out', reason: 'excluded', amount: 400 },
    ]);
  });

  it.each([
    ['a draft of another month', '2026-11', 'draft'],
    ['a running run of the month', MONTH, 'running'],
    ['a stopped run of the month', MONTH, 'stopped'],
  ])('beside %s answers which run is open', async (_, month, state) => {
    const { body: open } = await runs.draft({ month });
    await setState(open.id, state);

    const { status, body } = await runs.draft({ month: MONTH });

    expect([status, body.code, body.runId]).toEqual([409, 'run_open', open.id]);
    await portal.connection.delete(runsTable);
  });

  it('gives active services without a first day the named one once, and others none', async () => {
    const userId = await writes.addClient();
    await writes.addService(userId, { bill_from: null });
    await writes.addService(userId, { bill_from: null, status: 'suspended' });
    await runs.draft({ month: MONTH, billFrom: '2026-11-10' });
    await runs.draft({ month: MONTH, billFrom: '2026-10-10' });
    const { rows } = await portal.connection.execute(
      sql`select bill_from::text from services where user_id = ${userId} order by id`,
    );

    expect(rows.map(({ bill_from }) => bill_from)).toEqual(['2026-11-10', null]);
  });

  it('pressed many times at once by two administrators leaves one draft, with each line once', async () => {
    const userId = await writes.addClient();
    await writes.addService(userId, { bill_from: '2026-12-01' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => runs.draft({ month: MONTH })));
    const ids = new Set(answers.map(({ body }) => body.id));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(ids.size).toBe(1);
    expect(await runs.lines([...ids][0] as number, userId)).toHaveLength(1);
  });

  it('of two months at once leaves one, and the other answers which run is open', async () => {
    const answers = await Promise.all([runs.draft({ month: MONTH }), runs.draft({ month: '2027-01' })]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.runId).toBe(
      answers.find(({ status }) => status === 201)?.body.id,
    );
  });
});

describe('leaving lines out and taking them in', () => {
  const addLine = async () => {
    const userId = await writes.addClient();
    await writes.addService(userId, { bill_from: '2026-12-01' });
    const { body: run } = await runs.draft({ month: MONTH });
    const [line] = await runs.lines(run.id, userId);

    return { userId, runId: run.id as number, lineId: line?.id ?? 0, total: run.total as number };
  };

  it('moves the line between its groups and changes the sums of the run', async () => {
    const { userId, runId, lineId, total } = await addLine();
    const { body: without } = await runs.decide(runId, [lineId], true);
    expect(await runs.lines(runId, userId)).toMatchObject([{ group: 'left-out', reason: 'excluded' }]);
    const { body: withIt } = await runs.decide(runId, [lineId], false);

    expect(await runs.lines(runId, userId)).toMatchObject([
      { group: 'new', reason: null, state: 'included' },
    ]);
    expect([total - without.total, withIt.total]).toEqual([370, total]);
  });

  it('changes no line of another run, and no line that is only listed', async () => {
    const { userId, runId, lineId } = await addLine();
    await portal.connection.execute(
      sql`update billing_run_lines set state = 'listed', "group" = 'gone' where id = ${lineId}`,
    );
    await runs.decide(runId, [lineId, 999_999_999], true);

    expect(await runs.lines(runId, userId)).toMatchObject([{ state: 'listed', reason: null }]);
  });

  it.each(['running', 'stopped', 'done', 'cancelled'])(
    'is refused in a run that is %s, and so is its deletion',
    async (state) => {
      const { runId, lineId } = await addLine();
      await setState(runId, state);

      expect((await runs.decide(runId, [lineId], true)).status).toBe(409);
      expect((await runs.call('DELETE', `/api/admin/billing-runs/${runId}`)).status).toBe(409);
      await portal.connection.delete(runsTable);
    },
  );

  it('refuses more than 1 000 lines at once', async () => {
    const { runId } = await addLine();
    const ids = Array.from({ length: 1001 }, (_, index) => index + 1);

    expect((await runs.decide(runId, ids, true)).status).toBe(400);
  });
});

it('a draft that is thrown away is gone with its lines, and the month can be drafted again', async () => {
  const { body: run } = await runs.draft({ month: MONTH });

  expect((await runs.call('DELETE', `/api/admin/billing-runs/${run.id}`)).status).toBe(204);
  expect((await runs.call('GET', `/api/admin/billing-runs/${run.id}`)).status).toBe(404);
  expect((await runs.call('GET', `/api/admin/billing-runs/${run.id}/lines`)).status).toBe(404);
  expect((await runs.draft({ month: MONTH })).status).toBe(201);
});

it('a number finds its lines with and without blanks, and a name those of its client', async () => {
  const userId = await writes.addClient({ User_Surname: 'Zwelibanzi' });
  await writes.addService(userId, { bill_from: '2026-12-01', msisdn: '+27829998877' });
  const { body: run } = await runs.draft({ month: MONTH });
  const totalOf = async (search: string) =>
    (await runs.call('GET', `/api/admin/billing-runs/${run.id}/lines?search=${encodeURIComponent(search)}`))
      .body.total;

  expect([await totalOf('082 999 8877'), await totalOf('0829998877'), await totalOf('zwelibanzi')]).toEqual([
    1, 1, 1,
  ]);
  expect(await totalOf('qzxwvk')).toBe(0);
});

describe('the start of a draft', () => {
  const startChanged = async (change: (serviceId: number) => Promise<unknown>) => {
    const userId = await writes.addClient({ User_Name: 'Sipho', User_Surname: 'Dube' });
    const serviceId = await writes.addService(userId, { bill_from: '2026-12-01', msisdn: '+27829990001' });
    const { body: run } = await runs.draft({ month: MONTH });
    await change(serviceId);
    const { status, body } = await runs.call('POST', `/api/admin/billing-runs/${run.id}/start`, {
      total: run.total,
    });

    return {
      status,
      code: body.code,
      differences: body.differences?.filter((found: { userId: number }) => found.userId === userId),
    };
  };
  const december = { name: 'Sipho Dube', from: '2026-12-01', to: '2026-12-31' };

  it.each([
    ['another price', sql`price_per_month = 400`, [{ ...december, was: 370, is: 400 }]],
    [
      'a corrected number',
      sql`msisdn = '+27829990002'`,
      [{ ...december, was: 370, is: 370, service: 'LTE 50 GB, 082 999 0002, December 2026' }],
    ],
    [
      'a last day',
      sql`bill_until = '2026-12-10'::date`,
      [
        { from: '2026-12-01', to: '2026-12-10', was: null, is: 119.35 },
        { ...december, was: 370, is: null },
      ],
    ],
    ['a suspension', sql`status = 'suspended'`, [{ ...december, was: 370, is: null }]],
  ])('is refused after %s, with the difference', async (_, set, differences) => {
    const answer = await startChanged((id) =>
      portal.connection.execute(sql`update services set ${set} where id = ${id}`),
    );

    expect(answer).toMatchObject({ status: 409, code: 'run_changed', differences });
  });

  it('is refused after a deletion of the service', async () => {
    const answer = await startChanged((id) =>
      portal.connection.execute(sql`delete from services where id = ${id}`),
    );

    expect(answer).toMatchObject({ status: 409, differences: [{ ...december, was: 370, is: null }] });
  });
});
