import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { yearAfter } from '#shared/dates.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';
import { addServiceOfClient } from '#test/support/services/service-calls.ts';

const FIRST = dayFromToday(-40);
const TODAY = dayFromToday(0);

/** A service of R 370,00 that has been billed up to a day, if one is given. */
const addBilled = async (until?: string) => {
  const service = await addServiceOfClient({ billFrom: FIRST });
  if (until !== undefined) {
    await service.bill(FIRST, until);
  }

  return service;
};

const lastChanges = async ({ id, userId }: { id: number; userId: number }) => {
  const [row] = await portal.connection
    .select()
    .from(auditLog)
    .where(eq(auditLog.record, `service ${id} of user ${userId}`))
    .orderBy(desc(auditLog.id))
    .limit(1);

  return row?.changes;
};

describe('a new price without a day', () => {
  it.each([
    ['counts from today on if nothing is billed', undefined, [{ from: TODAY, amount: 399 }]],
    [
      'counts from today on if the last billed day has passed',
      dayFromToday(-1),
      [{ from: TODAY, amount: 399 }],
    ],
    [
      'counts from the day after the last billed one, and until then today’s stays',
      dayFromToday(5),
      [
        { from: FIRST, amount: 370 },
        { from: dayFromToday(6), amount: 399 },
      ],
    ],
  ])('%s', async (_, billedUntil, prices) => {
    const { edit, read } = await addBilled(billedUntil);

    const answer = await edit({ pricePerMonth: 399 });

    expect(answer).toMatchObject({ status: 200, body: { prices, pricePerMonth: prices[0]?.amount } });
    expect(await read()).toEqual(answer.body);
  });

  it('leaves earlier days at the price that they had', async () => {
    const { edit, listUnbilled } = await addServiceOfClient({
      billFrom: '2026-10-01',
      billUntil: '2026-10-31',
    });

    await edit({ pricePerMonth: 399 });

    expect(await listUnbilled('2026-10-31')).toMatchObject([{ pricePerMonth: 370, amount: 370 }]);
  });

  it('that repeats today’s changes nothing, also not what is planned', async () => {
    const service = await addBilled();
    await service.edit({ pricePerMonth: 399, priceFrom: dayFromToday(30) });
    const { prices } = await service.read();

    await service.edit({ pricePerMonth: 370, accountType: 'LTE' });

    expect((await service.read()).prices).toEqual(prices);
    expect(await lastChanges(service)).toEqual({ accountType: null });
  });

  it('ends what is planned from its day on, and keeps what counts before it', async () => {
    const service = await addBilled(dayFromToday(20));
    await service.edit({ pricePerMonth: 399, priceFrom: dayFromToday(40) });

    await service.edit({ pricePerMonth: 420 });

    expect((await service.read()).prices).toEqual([
      { from: FIRST, amount: 370 },
      { from: dayFromToday(21), amount: 420 },
    ]);
    expect(await lastChanges(service)).toEqual({ pricePerMonth: 420, priceFrom: dayFromToday(21) });
  });
});

describe('a price with a day', () => {
  it('is planned: until then today’s counts, on the summary, too, and the audit log names its day', async () => {
    const service = await addBilled();
    const from = dayFromToday(30);

    const answer = await service.edit({ pricePerMonth: 399, priceFrom: from });

    expect(answer.body).toMatchObject({
      pricePerMonth: 370,
      prices: [
        { from: FIRST, amount: 370 },
        { from, amount: 399 },
      ],
    });
    expect(await service.read()).toEqual(answer.body);
    expect(await lastChanges(service)).toEqual({ pricePerMonth: 399, priceFrom: from });
    const { body } = await portal.call('GET', `/api/admin/users/${service.userId}/summary`, admin);
    expect(body.monthlyTotal).toBe(370);
  });

  it('may lie in the past while no day from it on is billed: from then on it counts', async () => {
    const service = await addBilled(dayFromToday(-20));
    const from = dayFromToday(-19);

    await service.edit({ pricePerMonth: 399, priceFrom: from });

    expect(await service.read()).toMatchObject({ pricePerMonth: 399, prices: [{ from, amount: 399 }] });
  });

  it('replaces a planned one of its day, ends later ones, and keeps earlier ones', async () => {
    const { edit, read } = await addBilled();
    for (const [days, pricePerMonth] of [
      [10, 380],
      [20, 390],
      [30, 400],
    ] as const) {
      await edit({ pricePerMonth, priceFrom: dayFromToday(days) });
    }

    await edit({ pricePerMonth: 395, priceFrom: dayFromToday(20) });

    expect((await read()).prices).toEqual([
      { from: FIRST, amount: 370 },
      { from: dayFromToday(10), amount: 380 },
      { from: dayFromToday(20), amount: 395 },
    ]);
  });

  it.each([
    ['the only planned one', [20], [{ from: FIRST, amount: 370 }]],
    [
      'a planned one behind another, which goes on',
      [10, 20],
      [
        { from: FIRST, amount: 370 },
        { from: dayFromToday(10), amount: 380 },
      ],
    ],
  ])('of today’s amount removes %s', async (_, days, prices) => {
    const { edit, read } = await addBilled();
    for (const ahead of days) {
      await edit({ pricePerMonth: 370 + ahead, priceFrom: dayFromToday(ahead) });
    }

    await edit({ pricePerMonth: 370, priceFrom: dayFromToday(20) });

    expect((await read()).prices).toEqual(prices);
  });

  it.each([
    ['that an invoice bills', dayFromToday(-12), 'already'],
    ['after which days are billed', dayFromToday(-15), 'bills days after'],
    ['before the first one to bill', dayFromToday(-41), 'first day to bill'],
    ['more than a year ahead', dayFromToday(400), 'a year ahead'],
  ])(
    'is refused for a day %s with a sentence at the field, and nothing changes',
    async (_, priceFrom, words) => {
      const { bill, edit, read } = await addBilled();
      if (words === 'already' || words === 'bills days after') {
        await bill(dayFromToday(-13), dayFromToday(-10));
      }
      const before = await read();

      const answer = await edit({ pricePerMonth: 399, accountType: 'LTE', priceFrom });

      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'unprocessable', fields: { priceFrom: expect.stringContaining(words) } },
      });
      expect(await read()).toEqual(before);
    },
  );

  it('may count from the day after the last billed one, and from the last one that is a year ahead', async () => {
    const { edit } = await addBilled(dayFromToday(-10));

    expect((await edit({ pricePerMonth: 399, priceFrom: dayFromToday(-9) })).status).toBe(200);
    expect((await edit({ pricePerMonth: 410, priceFrom: yearAfter(TODAY) })).status).toBe(200);
  });

  it('may name a day that was billed until the invoice became void', async () => {
    const { bill, edit } = await addBilled();
    const invoice = await bill(FIRST, dayFromToday(-1));
    expect((await edit({ pricePerMonth: 399, priceFrom: FIRST })).status).toBe(422);

    await moneyCalls(portal, admin).setStatus(invoice.id, 'void');

    expect((await edit({ pricePerMonth: 399, priceFrom: FIRST })).status).toBe(200);
  });

  it('is measured by the first day that the same edit names', async () => {
    const { edit, read } = await addBilled();
    const from = dayFromToday(-50);

    const answer = await edit({ billFrom: from, pricePerMonth: 399, priceFrom: from });

    expect(answer.status).toBe(200);
    expect((await read()).prices).toEqual([{ from, amount: 399 }]);
  });

  it('is refused without the price that counts from it', async () => {
    const { edit } = await addBilled();

    expect(await edit({ priceFrom: TODAY })).toMatchObject({
      status: 400,
      body: { fields: { pricePerMonth: expect.any(String) } },
    });
  });
});

describe('the price of a service that is added', () => {
  it.each([
    [{ billFrom: FIRST, priceFrom: FIRST }, 201],
    [{ billFrom: FIRST, priceFrom: TODAY }, 422],
    [{ priceFrom: TODAY }, 201],
  ])('with %j counts from its first day, and another day is refused', async (days, status) => {
    const userId = await addUser(portal, {});

    const answer = await portal.call('POST', `/api/admin/users/${userId}/services`, {
      cookie: admin.cookie,
      body: { pricePerMonth: 370, ...days },
    });

    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(status === 422 ? ['priceFrom'] : []);
  });
});

it('of two administrators who plan a price for one day the later one counts, and no price is lost', async () => {
  const { edit, read } = await addBilled();

  const answers = await Promise.all(
    [380, 390, 400].map((pricePerMonth, index) =>
      edit({ pricePerMonth, priceFrom: dayFromToday(10 + index * 10) }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { prices } = await read();
  // Whatever their order was, each price ended those behind it.
  expect(prices.map(({ amount }) => amount)).toEqual(prices.map(({ amount }) => amount).toSorted());
  expect(prices[0]).toEqual({ from: FIRST, amount: 370 });
});
