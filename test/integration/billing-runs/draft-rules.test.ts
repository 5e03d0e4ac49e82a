import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineText } from '#shared/billing/named-days.ts';
import { countDaysOfMonth } from '#shared/billing/part-of-month.ts';
import { billingRuns, serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const NOW = '2026-11-25T08:00:00Z';
const MONTH = '2026-12';
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const DECEMBER = { from: '2026-12-01', to: '2026-12-31' };

let runs: ReturnType<typeof billingRuns>;
let writes: ReturnType<typeof serviceWrites>;

beforeAll(() => {
  runs = billingRuns(portal);
  writes = serviceWrites(portal);
});
beforeEach(() => stopClock(NOW));
afterEach(() => runs.clear());

const draft = async (userId: number, month = MONTH) => {
  const { body: run } = await runs.draft({ month });

  return { run, lines: await runs.lines(run.id, userId) };
};

/** A client with a service of R 370,00 whose November is billed by a run. */
const addBilled = async (service = {}, user = {}) => {
  const userId = await writes.addClient(user);
  const serviceId = await writes.addService(userId, { bill_from: '2026-11-01', ...service });
  const bill = await writes.bill(userId, serviceId, { ...NOVEMBER, amount: '370.00', price: '370.00' });

  return { userId, serviceId, ...bill };
};

describe('the groups of a draft', () => {
  it('a service that is billed as in the month before is the same, with the amount of that month', async () => {
    const { userId } = await addBilled();

    expect((await draft(userId)).lines).toMatchObject([
      { group: 'same', state: 'included', amount: 370, lastAmount: 370, reason: null, mail: null },
    ]);
  });

  it('a service of which the month before billed nothing is new', async () => {
    const userId = await writes.addClient();
    await writes.addService(userId, { bill_from: '2026-12-01' });

    expect((await draft(userId)).lines).toMatchObject([{ group: 'new', lastAmount: null }]);
  });

  it('a service of which the month before billed a part by hand is the same if its price is, and else another price', async () => {
    const userId = await writes.addClient();
    const [same, dearer] = [await writes.addService(userId), await writes.addService(userId)];
    await writes.bill(userId, same, { ...NOVEMBER, amount: '370.00' });
    await writes.bill(userId, dearer, { ...NOVEMBER, amount: '350.00' });
    const { lines } = await draft(userId);
    const groupOf = (id: number) =>
      lines
        .filter(({ serviceId, from }) => serviceId === id && from >= DECEMBER.from)
        .map(({ group }) => group);

    expect([groupOf(same), groupOf(dearer)]).toEqual([['same'], ['price']]);
  });

  it('a whole month that is caught up is new, also if the month after it is billed', async () => {
    const { userId } = await addBilled({ bill_from: '2026-10-01' });

    expect((await draft(userId)).lines.map(({ from, group }) => [from, group])).toEqual([
      ['2026-10-01', 'new'],
      ['2026-12-01', 'same'],
    ]);
  });

  it('another price than the month before comes before a part of the month', async () => {
    const { userId } = await addBilled({ price_per_month: '399.00', bill_until: '2026-12-10' });

    expect((await draft(userId)).lines).toMatchObject([{ group: 'price', amount: 128.71 }]);
  });

  it('a part of the month is a part, and so is a whole month after a part', async () => {
    const { userId } = await addBilled({ bill_until: '2026-12-10' });
    const began = await writes.addClient();
    const serviceId = await writes.addService(began, { bill_from: '2026-11-10' });
    await writes.bill(began, serviceId, {
      from: '2026-11-10',
      to: '2026-11-30',
      amount: '259.00',
      price: '370.00',
    });

    expect((await draft(userId)).lines).toMatchObject([{ group: 'part', amount: 119.35 }]);
    expect((await draft(began)).lines).toMatchObject([{ group: 'part', amount: 370, lastAmount: 259 }]);
  });

  it.each([
    ['ended', { bill_until: '2026-11-30', status: 'inactive' }, 'ended'],
    ['suspended', { status: 'suspended' }, 'suspended'],
    ['pending', { status: 'pending' }, 'pending'],
    ['inactive without a last day', { status: 'inactive' }, 'inactive'],
  ])(
    'a service that is %s is gone, with the days and the amount of the month before',
    async (_, service, reason) => {
      const { userId, invoiceId, lineId } = await addBilled(service);

      expect((await draft(userId)).lines).toMatchObject([
        {
          ...NOVEMBER,
          group: 'gone',
          state: 'listed',
          reason,
          amount: 0,
          lastAmount: 370,
          invoiceId,
          lineId,
        },
      ]);
    },
  );

  it('a service that is deleted is gone, and one that starts again later says from when', async () => {
    const { userId, serviceId } = await addBilled();
    await portal.connection.execute(sql`delete from services where id = ${serviceId}`);
    const later = await addBilled({ bill_from: '2027-01-05' });

    expect((await draft(userId)).lines).toMatchObject([{ group: 'gone', reason: 'deleted' }]);
    expect((await draft(later.userId)).lines).toMatchObject([
      { group: 'gone', reason: null, note: 'It is billed from 5 January 2027' },
    ]);
  });

  it('a month that was billed by hand already is gone with that invoice, and one that a run billed is no line', async () => {
    const [byHand, byRun] = [await addBilled(), await addBilled()];
    const { invoiceId } = await writes.bill(byHand.userId, byHand.serviceId, {
      ...DECEMBER,
      amount: '370.00',
    });
    await writes.bill(byRun.userId, byRun.serviceId, { ...DECEMBER, amount: '370.00', price: '370.00' });

    expect((await draft(byHand.userId)).lines).toMatchObject([
      { group: 'gone', reason: 'billed-before', invoiceId },
    ]);
    expect((await draft(byRun.userId)).lines).toEqual([]);
  });

  it('lines that differ come first, then those of the clients in order', async () => {
    const [same, started] = [await addBilled(), await writes.addClient()];
    await writes.addService(started, { bill_from: '2026-12-01' });
    const { run } = await draft(same.userId);
    const { body } = await runs.call('GET', `/api/admin/billing-runs/${run.id}/lines`);
    const groups = body.lines.map(({ group }: { group: string }) => group);
    const differing = groups.filter((group: string) =>
      ['new', 'price', 'part', 'gone'].includes(group),
    ).length;

    expect(
      groups.slice(0, differing).every((group: string) => ['new', 'price', 'part', 'gone'].includes(group)),
    ).toBe(true);
    expect(groups).toContain('same');
  });
});

describe('the text of a line', () => {
  it('is the one of shared/billing for parts, single days and whole months, with and without a number', async () => {
    const userId = await writes.addClient();
    const named = [
      { account_type: 'LTE 50 GB', msisdn: '+27821234567' },
      { account_type: null, msisdn: '+447911123456' },
      { account_type: null, msisdn: null },
    ];
    for (const service of named) {
      for (const [bill_from, bill_until] of [
        ['2026-11-10', '2026-12-10'],
        ['2026-12-31', null],
        ['2026-12-01', null],
      ] as const) {
        await writes.addService(userId, { ...service, bill_from, bill_until });
      }
    }
    const { lines } = await draft(userId);
    const { rows } = await portal.connection.execute(sql`
      select id, service_category, account_type, msisdn from services where user_id = ${userId}`);

    expect(lines).toHaveLength(12);
    for (const { serviceId, service, from, to } of lines) {
      const row = rows.find(({ id }) => id === serviceId) as Record<string, string>;
      expect(service).toBe(
        lineText(
          {
            serviceCategory: row.service_category ?? '',
            accountType: row.account_type ?? null,
            msisdn: row.msisdn ?? null,
          },
          { from, to },
        ),
      );
    }
    expect(lines.map(({ service }) => service)).toContain(
      'LTE 50 GB, 082 123 4567, 10 to 30 November 2026 (21 of 30 days)',
    );
  });
});

describe('what a draft leaves out', () => {
  it('days before the two months back are one line a service, and nobody can take it in', async () => {
    const userId = await writes.addClient();
    const serviceId = await writes.addService(userId, { bill_from: '2026-08-15' });
    await writes.bill(userId, serviceId, { from: '2026-09-01', to: '2026-09-30', amount: '370.00' });
    const { run, lines } = await draft(userId);
    const older = lines.filter(({ reason }) => reason === 'older');

    expect(older).toMatchObject([
      { from: '2026-08-15', to: '2026-08-31', days: 17, amount: 202.9, group: 'left-out' },
    ]);
    expect(lines.filter(({ state }) => state === 'included').map(({ from }) => from)).toEqual([
      '2026-10-01',
      '2026-11-01',
      '2026-12-01',
    ]);
    const taken = await runs.decide(
      run.id,
      older.map(({ id }) => id),
      false,
    );
    expect(taken.status).toBe(200);
    expect((await runs.lines(run.id, userId)).filter(({ reason }) => reason === 'older')).toHaveLength(1);
  });

  it('free services and amounts under a cent are listed for the month of the run alone', async () => {
    const userId = await writes.addClient();
    await writes.addService(userId, { price_per_month: '0.00', bill_from: '2026-09-01' });
    await writes.addService(userId, {
      price_per_month: '0.01',
      bill_from: '2026-12-30',
      bill_until: '2026-12-30',
    });

    const { lines } = await draft(userId);

    expect(lines.map(({ from, reason, amount }) => [from, reason, amount])).toEqual([
      ['2026-12-01', 'free', 0],
      ['2026-12-30', 'under-a-cent', 0],
    ]);
  });

  it.each([
    ['an inactive client', { User_Status: 0 }, 'inactive-client'],
    ['an administrator', { user_role: 'admin' }, 'administrator'],
  ])('services of %s are left out', async (_, user, reason) => {
    const { userId } = await addBilled({}, user);

    expect((await draft(userId)).lines).toMatchObject([{ group: 'left-out', reason, state: 'left-out' }]);
  });

  it('a service without a last day that is not active, and one without a first day that is not, have no line', async () => {
    const userId = await writes.addClient();
    await writes.addService(userId, { status: 'inactive' });
    await writes.addService(userId, { status: 'suspended', bill_from: null });

    expect((await draft(userId)).lines).toEqual([]);
  });

  it('a service that became inactive by its last day is billed to that day', async () => {
    const userId = await writes.addClient();
    await writes.addService(userId, {
      status: 'inactive',
      bill_from: '2026-11-01',
      bill_until: '2026-11-15',
    });

    expect((await draft(userId)).lines).toMatchObject([
      { from: '2026-11-01', to: '2026-11-15', amount: 185, state: 'included' },
    ]);
  });

  it('days that a void or a credit note freed are left out with the invoice that freed them', async () => {
    const userId = await writes.addClient();
    const serviceId = await writes.addService(userId, { bill_from: '2026-11-01' });
    const { invoiceId, lineId } = await writes.bill(userId, serviceId, {
      from: '2026-11-10',
      to: '2026-11-20',
      amount: '135.67',
      endedAt: NOW,
      status: 'void',
    });
    const { lines } = await draft(userId);

    const inNovember = lines.filter(({ from }) => from < DECEMBER.from);

    expect(inNovember.toSorted((one, other) => one.from.localeCompare(other.from))).toMatchObject([
      { from: '2026-11-01', to: '2026-11-09', state: 'included', invoiceId: null },
      { from: '2026-11-10', to: '2026-11-20', reason: 'freed', amount: 135.67, invoiceId, lineId },
      { from: '2026-11-21', to: '2026-11-30', state: 'included' },
    ]);
  });
});

describe('days that were perhaps billed by hand', () => {
  const addHandBilled = async (issuedAt: string, bill: Partial<Parameters<typeof writes.bill>[2]> = {}) => {
    const userId = await writes.addClient();
    const serviceId = await writes.addService(userId, { bill_from: '2026-11-01' });
    const { invoiceId } = await writes.bill(userId, undefined, {
      ...NOVEMBER,
      amount: '370.00',
      issuedAt,
      ...bill,
    });

    return { userId, serviceId, invoiceId };
  };
  const reasonsOf = async (userId: number) =>
    Object.fromEntries((await draft(userId)).lines.map(({ from, reason }) => [from.slice(0, 7), reason]));

  it.each([
    ['in September', '2026-09-30T21:59:59Z', null, null],
    ['on the first moment of October in Johannesburg', '2026-09-30T22:00:00Z', 'perhaps-billed', null],
    ['in November', '2026-11-02T08:00:00Z', 'perhaps-billed', 'perhaps-billed'],
    ['in December', '2026-12-02T08:00:00Z', null, 'perhaps-billed'],
  ])(
    'an invoice without a service of %s holds the days of that month and the next',
    async (_, issuedAt, november, december) => {
      const { userId } = await addHandBilled(issuedAt);

      expect(await reasonsOf(userId)).toEqual({ '2026-11': november, '2026-12': december });
    },
  );

  it('an invoice that is void, or whose lines all name a service, holds nothing', async () => {
    const voided = await addHandBilled('2026-11-02T08:00:00Z', { status: 'void' });
    const named = await writes.addClient();
    const serviceId = await writes.addService(named, { bill_from: '2026-11-01' });
    await writes.bill(named, serviceId, { ...OCTOBER, amount: '370.00', issuedAt: '2026-11-02T08:00:00Z' });

    expect(await reasonsOf(voided.userId)).toEqual({ '2026-11': null, '2026-12': null });
    expect(await reasonsOf(named)).toEqual({ '2026-11': null, '2026-12': null });
  });

  it('holds them for no other client, names the invoice, and lets go of what an administrator takes in, also in the next draft', async () => {
    const { userId, invoiceId } = await addHandBilled('2026-11-02T08:00:00Z');
    const other = await writes.addClient();
    await writes.addService(other, { bill_from: '2026-12-01' });
    const { run, lines } = await draft(userId);

    expect(lines).toMatchObject([
      { reason: 'perhaps-billed', invoiceId, group: 'left-out' },
      { reason: 'perhaps-billed', invoiceId, group: 'left-out' },
    ]);
    expect(await runs.lines(run.id, other)).toMatchObject([{ state: 'included' }]);

    await runs.decide(run.id, [lines[1]?.id ?? 0], false);
    expect(await runs.lines(run.id, userId)).toMatchObject([
      { state: 'included', from: DECEMBER.from, group: 'new' },
      { reason: 'perhaps-billed', from: NOVEMBER.from },
    ]);
    expect((await draft(userId)).lines).toMatchObject([
      { state: 'included', from: DECEMBER.from },
      { reason: 'perhaps-billed', from: NOVEMBER.from },
    ]);
  });
});

describe('what is to be credited', () => {
  it('days that a run billed beyond the last day stand in the draft by the formula of a part', async () => {
    const userId = await writes.addClient();
    const serviceId = await writes.addService(userId, {
      bill_from: '2026-12-01',
      bill_until: '2026-12-10',
      status: 'inactive',
    });
    const { invoiceId, lineId } = await writes.bill(userId, serviceId, {
      ...DECEMBER,
      amount: '370.00',
      price: '370.00',
    });
    const { run, lines } = await draft(userId);

    expect(lines).toMatchObject([
      {
        group: 'to-credit',
        state: 'listed',
        from: '2026-12-11',
        to: '2026-12-31',
        days: 21,
        ofDays: 31,
        amount: 250.65,
        invoiceId,
        lineId,
      },
    ]);
    expect(run.toCredit).toBeGreaterThanOrEqual(1);
  });

  it('days of a line without a price are a share of its amount, at most what is not credited yet', async () => {
    const userId = await writes.addClient();
    const serviceId = await writes.addService(userId, { bill_until: '2026-12-10' });
    const [whole, credited] = [
      await writes.bill(userId, serviceId, { from: '2026-11-21', to: '2026-12-20', amount: '100.00' }),
      await writes.bill(userId, serviceId, { from: '2026-12-21', to: '2027-01-19', amount: '100.00' }),
    ];
    await portal.connection.execute(sql`
      insert into credit_notes (credit_note_number, user_id, invoice_id, total_amount, reason, explanation, buyer, supplier, terms, lines)
      values (${`CN-TEST-${userId}`}, ${userId}::int, ${credited.invoiceId}::int, 40, 'error', 'A planted note of a test', '{}', '{}', '{}',
        ${JSON.stringify([{ lineId: credited.lineId, description: 'x', amountCents: 4_000 }])}::jsonb)`);
    const toCredit = (await draft(userId)).lines.filter(({ group }) => group === 'to-credit');

    expect(
      toCredit.map(({ from, to, amount, ofDays, lineId }) => [from, to, amount, ofDays, lineId]),
    ).toEqual([
      ['2026-12-11', '2026-12-20', 33.33, 30, whole.lineId],
      ['2026-12-21', '2027-01-19', 60, 30, credited.lineId],
    ]);
  });

  it('days of a deleted service are credited after its last day', async () => {
    const userId = await writes.addClient();
    const serviceId = await writes.addService(userId);
    const { lineId } = await writes.bill(userId, serviceId, {
      ...DECEMBER,
      amount: '370.00',
      price: '370.00',
    });
    await portal.connection.execute(sql`
      update billed_services set service_until = '2026-12-10'::date where service_id = ${serviceId}`);
    expect((await draft(userId)).lines.filter(({ group }) => group === 'to-credit')).toEqual([]);
    await portal.connection.execute(sql`delete from services where id = ${serviceId}`);

    expect((await draft(userId)).lines).toMatchObject([
      { group: 'to-credit', from: '2026-12-11', to: '2026-12-31', amount: 250.65, lineId },
    ]);
  });
});

it('every line counts the days of its month as shared/billing does', async () => {
  const userId = await writes.addClient();
  await writes.addService(userId, { bill_from: '2026-10-07', bill_until: '2026-12-30' });
  const { lines } = await draft(userId);

  expect(lines).toHaveLength(3);
  for (const { from, to, days, ofDays } of lines) {
    expect({ days, ofDays }).toEqual(countDaysOfMonth({ from, to }));
  }
});
