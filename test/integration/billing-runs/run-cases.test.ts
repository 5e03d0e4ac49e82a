import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { billingRuns, serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

interface RunCase {
  id: string;
  title: string;
  now: string;
  month: string;
  billFrom: string;
  billUntil?: string;
  /** From the oldest; all but the last end on the day before the next one. */
  prices: [untilDay: string | null, price: string][];
  billed?: [from: string, to: string, amount: string][];
  freed?: [from: string, to: string, amount: string][];
  lines: [from: string, to: string, days: number, ofDays: number, price: number, amount: number][];
  leftOut?: [from: string, to: string, amount: number, reason: string][];
}

const NOVEMBER = '2026-11-25T08:00:00Z';
const DECEMBER = '2026-12-25T08:00:00Z';
const SAME: RunCase['prices'] = [[null, '370.00']];
const BILLED_DECEMBER: RunCase['billed'] = [['2026-12-01', '2026-12-31', '370.00']];

const CASES: RunCase[] = [
  {
    id: 'M01',
    title: 'a service that starts on the 31st is billed for one of 31 days',
    now: NOVEMBER,
    month: '2026-12',
    billFrom: '2026-12-31',
    prices: SAME,
    lines: [['2026-12-31', '2026-12-31', 1, 31, 370, 11.94]],
  },
  {
    id: 'M03',
    title: 'a service that starts on a leap day is billed for one of 29 days',
    now: '2028-02-20T08:00:00Z',
    month: '2028-02',
    billFrom: '2028-02-29',
    prices: [[null, '499.00']],
    lines: [['2028-02-29', '2028-02-29', 1, 29, 499, 17.21]],
  },
  {
    id: 'M05',
    title: 'what was billed of a month by hand and the rest add up to the price',
    now: NOVEMBER,
    month: '2026-11',
    billFrom: '2026-11-01',
    prices: [[null, '100.00']],
    billed: [['2026-11-01', '2026-11-20', '66.67']],
    lines: [['2026-11-21', '2026-11-30', 10, 30, 100, 33.33]],
  },
  {
    id: 'M07',
    title: 'a service that began after the last run is billed for both months, a line each',
    now: NOVEMBER,
    month: '2026-12',
    billFrom: '2026-11-10',
    prices: SAME,
    lines: [
      ['2026-11-10', '2026-11-30', 21, 30, 370, 259],
      ['2026-12-01', '2026-12-31', 31, 31, 370, 370],
    ],
  },
  {
    id: 'M09',
    title: 'a price that changes on the first divides no month',
    now: DECEMBER,
    month: '2027-01',
    billFrom: '2026-12-01',
    prices: [
      ['2026-12-31', '370.00'],
      [null, '399.00'],
    ],
    billed: BILLED_DECEMBER,
    lines: [['2027-01-01', '2027-01-31', 31, 31, 399, 399]],
  },
  {
    id: 'M10',
    title: 'a price that changes in mid-month makes two lines, each by its own price',
    now: DECEMBER,
    month: '2027-01',
    billFrom: '2026-12-01',
    prices: [
      ['2027-01-14', '370.00'],
      [null, '399.00'],
    ],
    billed: BILLED_DECEMBER,
    lines: [
      ['2027-01-01', '2027-01-14', 14, 31, 370, 167.1],
      ['2027-01-15', '2027-01-31', 17, 31, 399, 218.81],
    ],
  },
  {
    id: 'M13',
    title: 'days before the first day to bill are never billed',
    now: DECEMBER,
    month: '2027-01',
    billFrom: '2026-12-05',
    prices: SAME,
    lines: [
      ['2026-12-05', '2026-12-31', 27, 31, 370, 322.26],
      ['2027-01-01', '2027-01-31', 31, 31, 370, 370],
    ],
  },
  {
    id: 'M15',
    title: 'a service that ends within the month is billed to its last day',
    now: DECEMBER,
    month: '2027-01',
    billFrom: '2026-12-01',
    billUntil: '2027-01-10',
    prices: SAME,
    billed: BILLED_DECEMBER,
    lines: [['2027-01-01', '2027-01-10', 10, 31, 370, 119.35]],
  },
  {
    id: 'M16',
    title: 'a service that ended last month is not billed',
    now: DECEMBER,
    month: '2027-01',
    billFrom: '2026-12-01',
    billUntil: '2026-12-10',
    prices: SAME,
    billed: BILLED_DECEMBER,
    lines: [],
  },
  {
    id: 'M17',
    title: 'days that a void freed are left out until somebody takes them in',
    now: DECEMBER,
    month: '2027-01',
    billFrom: '2026-11-01',
    prices: SAME,
    billed: BILLED_DECEMBER,
    freed: [['2026-11-01', '2026-11-30', '370.00']],
    lines: [['2027-01-01', '2027-01-31', 31, 31, 370, 370]],
    leftOut: [['2026-11-01', '2026-11-30', 370, 'freed']],
  },
];

let runs: ReturnType<typeof billingRuns>;
let writes: ReturnType<typeof serviceWrites>;

beforeAll(() => {
  runs = billingRuns(portal);
  writes = serviceWrites(portal);
});

afterEach(async () => {
  await runs.clear();
});

describe('the lines of a draft', () => {
  it.each(CASES)('$title ($id)', async (given) => {
    stopClock(given.now);
    const userId = await writes.addClient();
    const serviceId = await writes.addService(userId, {
      bill_from: given.billFrom,
      bill_until: given.billUntil ?? null,
      price_per_month: given.prices.at(-1)?.[1] ?? '0',
    });
    for (const [untilDay, price] of given.prices) {
      if (untilDay !== null) {
        await writes.addEarlierPrice(serviceId, untilDay, price);
      }
    }
    for (const [from, to, amount] of given.billed ?? []) {
      await writes.bill(userId, serviceId, { from, to, amount });
    }
    for (const [from, to, amount] of given.freed ?? []) {
      await writes.bill(userId, serviceId, { from, to, amount, endedAt: NOVEMBER, status: 'void' });
    }

    const { status, body: run } = await runs.draft({ month: given.month });
    const lines = await runs.lines(run.id, userId);

    expect(status).toBe(201);
    const ofState = (wanted: string) => lines.filter(({ state }) => state === wanted);
    expect(
      ofState('included').map(({ from, to, days, ofDays, pricePerMonth, amount }) => [
        from,
        to,
        days,
        ofDays,
        pricePerMonth,
        amount,
      ]),
    ).toEqual(given.lines);
    expect(ofState('left-out').map(({ from, to, amount, reason }) => [from, to, amount, reason])).toEqual(
      given.leftOut ?? [],
    );
  });
});
