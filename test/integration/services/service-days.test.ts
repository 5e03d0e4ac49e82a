import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { activities } from '#functions/database/schema/client-tables.ts';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { SERVICE_ENDED } from '#functions/ports/database/services/service-store.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';
import { addServiceOfClient } from '#test/support/services/service-calls.ts';

const LONG_AGO = dayFromToday(-60);
const YESTERDAY = dayFromToday(-1);
const TODAY = dayFromToday(0);
const NEXT_WEEK = dayFromToday(7);

/** A service as the import leaves it: without days. */
const addImported = async (status = 'active') => {
  const service = await addServiceOfClient({ status });
  await portal.connection
    .update(services)
    .set({ bill_from: null, bill_until: null })
    .where(eq(services.id, service.id));

  return service;
};

describe('the first day to bill', () => {
  it.each([
    ['an active service is today', { status: 'active' }, TODAY],
    ['an active service is the day that is named', { status: 'active', billFrom: LONG_AGO }, LONG_AGO],
    ['a service that is not active yet is none', { status: 'pending' }, null],
    [
      'a service that is not active yet is the day that is named',
      { status: 'pending', billFrom: NEXT_WEEK },
      NEXT_WEEK,
    ],
  ])('of %s when it is added', async (_, body, billFrom) => {
    const { read } = await addServiceOfClient(body);

    expect(await read()).toMatchObject({ billFrom, billUntil: null, billedUntil: null, suspendedFor: null });
  });

  it.each([
    ['becomes active is today, whatever it was', { billFrom: LONG_AGO }, {}, TODAY],
    ['becomes active stays a day to come', { billFrom: NEXT_WEEK }, {}, NEXT_WEEK],
    ['becomes active is the day that the same edit names', {}, { billFrom: YESTERDAY }, YESTERDAY],
    [
      'becomes active is today if the edit takes the day away',
      { billFrom: LONG_AGO },
      { billFrom: null },
      TODAY,
    ],
  ])('of a service that %s', async (_, stored, change, billFrom) => {
    const { edit, read } = await addServiceOfClient({ status: 'suspended', ...stored });

    const answer = await edit({ status: 'active', ...change });

    expect(answer).toMatchObject({ status: 200, body: { status: 'active', billFrom } });
    expect(await read()).toEqual(answer.body);
  });

  it('of an imported service stays none while it is active, until a day is named, which can be taken away', async () => {
    const { edit, read } = await addImported();

    await edit({ status: 'active', accountType: 'LTE' });
    expect((await read()).billFrom).toBeNull();
    await edit({ billFrom: LONG_AGO });
    expect((await read()).billFrom).toBe(LONG_AGO);
    await edit({ billFrom: null });
    expect((await read()).billFrom).toBeNull();
  });

  it('goes with a service that is made inactive while it was not active, so those days are never billed', async () => {
    const { edit, read, listUnbilled } = await addServiceOfClient({
      status: 'suspended',
      billFrom: LONG_AGO,
    });

    await edit({ status: 'inactive' });

    expect(await read()).toMatchObject({ billFrom: null, billUntil: TODAY });
    expect(await listUnbilled(TODAY)).toEqual([]);
  });
});

describe('the last day to bill', () => {
  it.each([
    ['is today if none is known', {}, {}, TODAY],
    ['is today if the edit takes it away', { billUntil: NEXT_WEEK }, { billUntil: null }, TODAY],
    ['stays a known one', { billUntil: NEXT_WEEK }, {}, NEXT_WEEK],
    ['is the day that the same edit names', {}, { billUntil: YESTERDAY }, YESTERDAY],
  ])('of a service that is made inactive by hand %s', async (_, stored, change, billUntil) => {
    const { edit, read } = await addServiceOfClient({ billFrom: LONG_AGO, ...stored });

    await edit({ status: 'inactive', ...change });

    expect(await read()).toMatchObject({ status: 'inactive', billFrom: LONG_AGO, billUntil });
  });

  it.each([
    ['that has passed goes', YESTERDAY, null],
    ['of today stays', TODAY, TODAY],
    ['to come stays', NEXT_WEEK, NEXT_WEEK],
  ])('%s when the service becomes active again', async (_, stored, billUntil) => {
    const { edit, read } = await addServiceOfClient({ billFrom: LONG_AGO });
    await edit({ status: 'inactive', billUntil: stored });

    await edit({ status: 'active' });

    expect(await read()).toMatchObject({ status: 'active', billFrom: TODAY, billUntil });
  });

  it('of a service that would have begun later is the day on which it is made inactive, and it has no first one', async () => {
    const { edit, read } = await addServiceOfClient({ billFrom: NEXT_WEEK });

    await edit({ status: 'inactive' });

    expect(await read()).toMatchObject({ billFrom: null, billUntil: TODAY });
  });

  it.each([
    ['billUntil', { billUntil: YESTERDAY }],
    ['billUntil', { billUntil: YESTERDAY, status: 'inactive' }],
    ['billFrom', { billFrom: dayFromToday(40) }],
  ])('before the first one is refused at %s, and nothing changes', async (field, change) => {
    const { edit, read } = await addServiceOfClient({ billUntil: dayFromToday(30) });
    const before = await read();

    const answer = await edit(change);

    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    expect(await read()).toEqual(before);
  });

  it('before the first one is refused when a service is added', async () => {
    const userId = await addUser(portal, {});

    const answer = await portal.call('POST', `/api/admin/users/${userId}/services`, {
      cookie: admin.cookie,
      body: { billFrom: TODAY, billUntil: YESTERDAY },
    });

    expect(answer).toMatchObject({ status: 400, body: { fields: { billUntil: expect.any(String) } } });
    expect((await portal.call('GET', `/api/admin/users/${userId}/services`, admin)).body).toEqual([]);
  });

  it('stands with its value in the audit log, also if nobody named it', async () => {
    const { id, edit, userId } = await addServiceOfClient({ billFrom: LONG_AGO });

    await edit({ status: 'inactive' });

    const [row] = await portal.connection
      .select()
      .from(auditLog)
      .where(eq(auditLog.record, `service ${id} of user ${userId}`))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(row?.changes).toEqual({ status: 'inactive', billUntil: TODAY });
  });
});

describe('a suspension for non-payment', () => {
  it.each(['active', 'inactive', 'pending'])('ends when the service is made %s by hand', async (status) => {
    const { id, edit, read } = await addServiceOfClient({ status: 'suspended' });
    const isService = eq(services.id, id);
    await portal.connection.update(services).set({ suspended_for: 'non-payment' }).where(isService);
    expect((await read()).suspendedFor).toBe('non-payment');
    await edit({ accountType: 'LTE' });
    expect((await read()).suspendedFor).toBe('non-payment');

    await edit({ status });

    expect((await read()).suspendedFor).toBeNull();
  });
});

describe('the last billed day of a service', () => {
  it('is the last one of what invoices bill, without repeats, and goes back when an invoice becomes void', async () => {
    const { bill, read } = await addServiceOfClient({ billFrom: '2026-11-01' });
    await bill('2026-11-01', '2026-11-30');
    const { id: december } = await bill('2026-12-01', '2026-12-31');
    await bill('2026-12-15', '2027-01-31', { repeat: true });
    expect((await read()).billedUntil).toBe('2026-12-31');

    // The repeat takes the place of what is void.
    await moneyCalls(portal, admin).setStatus(december, 'void');
    expect((await read()).billedUntil).toBe('2027-01-31');
  });

  it('counts for a new price also if the invoice is being issued at that moment', async () => {
    const { userId, bill, edit } = await addServiceOfClient();

    const [, answer] = await connectAsOwner().transaction(async (holder) => {
      await holder.select().from(users).where(eq(users.User_Id, userId)).for('update');
      const billing = bill(TODAY, NEXT_WEEK);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      const editing = edit({ pricePerMonth: 399 });
      await expect.poll(() => countBlockedStatements(portal)).toBe(2);

      return [billing, editing] as const;
    });

    expect((await answer).body).toMatchObject({
      pricePerMonth: 370,
      prices: [
        { from: TODAY, amount: 370 },
        { from: dayFromToday(8), amount: 399 },
      ],
    });
  });
});

describe('a deleted service', () => {
  it.each([
    ['today', {}, TODAY],
    ['its last day, if that has passed', { billUntil: YESTERDAY }, YESTERDAY],
    ['today, if its last day has not come', { billUntil: NEXT_WEEK }, TODAY],
  ])('ended %s: what is billed of it keeps that day', async (_, days, until) => {
    const { id, bill, remove, userId } = await addServiceOfClient({ billFrom: LONG_AGO, ...days });
    await bill(LONG_AGO, NEXT_WEEK);

    expect((await remove()).status).toBe(204);

    const rows = await portal.connection
      .select()
      .from(billedServices)
      .where(eq(billedServices.service_id, id));
    expect(rows).toMatchObject([
      { from_day: LONG_AGO, to_day: NEXT_WEEK, service_until: until, ended_at: null },
    ]);
    expect((await portal.call('GET', `/api/admin/users/${userId}/services`, admin)).body).toEqual([]);
  });
});

describe('the unbilled days of a service', () => {
  it('are listed by month, price and gap up to a day, with what they cost', async () => {
    const { id, bill, listUnbilled } = await addServiceOfClient({ billFrom: '2026-10-10' });
    await bill('2026-11-11', '2026-11-20');
    await portal.connection
      .insert(servicePrices)
      .values({ service_id: id, until_day: '2027-01-14', price_per_month: '370.00' });
    await portal.connection.update(services).set({ price_per_month: '399.00' }).where(eq(services.id, id));

    expect(await listUnbilled('2027-01-31')).toEqual([
      { from: '2026-10-10', to: '2026-10-31', days: 22, ofDays: 31, pricePerMonth: 370, amount: 262.58 },
      { from: '2026-11-01', to: '2026-11-10', days: 10, ofDays: 30, pricePerMonth: 370, amount: 123.33 },
      { from: '2026-11-21', to: '2026-11-30', days: 10, ofDays: 30, pricePerMonth: 370, amount: 123.33 },
      { from: '2026-12-01', to: '2026-12-31', days: 31, ofDays: 31, pricePerMonth: 370, amount: 370 },
      { from: '2027-01-01', to: '2027-01-14', days: 14, ofDays: 31, pricePerMonth: 370, amount: 167.1 },
      { from: '2027-01-15', to: '2027-01-31', days: 17, ofDays: 31, pricePerMonth: 399, amount: 218.81 },
    ]);
  });

  it('end with its last day, and there are none without a first one or before it', async () => {
    const ending = await addServiceOfClient({ billFrom: '2026-11-01', billUntil: '2026-11-10' });
    const imported = await addImported();

    expect(await ending.listUnbilled('2026-12-31')).toMatchObject([{ to: '2026-11-10', amount: 123.33 }]);
    expect(await ending.listUnbilled('2026-10-31')).toEqual([]);
    expect(await imported.listUnbilled('2026-12-31')).toEqual([]);
  });

  it('of a service that there is not answer 404, and write nothing', async () => {
    const answer = await portal.call(
      'GET',
      '/api/admin/services/2000000000/unbilled?until=2026-12-31',
      admin,
    );

    expect(answer).toMatchObject({ status: 404, body: { message: 'Service not found' } });
  });

  it('never leave a client without an answer, however far the days reach', async () => {
    const { listUnbilled } = await addServiceOfClient({ billFrom: '1900-01-01' });

    expect(await listUnbilled('2999-12-31')).toHaveLength(1000);
  });
});

it('a client sees until when a service is billed, its last day, its next price and why it is suspended', async () => {
  const { userId, cookie } = await addSignedInUser(portal);
  await portal.connection.insert(services).values({
    user_id: userId,
    service_category: 'Internet',
    price_per_month: '399.00',
    bill_from: LONG_AGO,
    bill_until: dayFromToday(100),
    status: 'suspended',
    suspended_for: 'non-payment',
  });
  const [service] = await portal.connection.select().from(services).where(eq(services.user_id, userId));
  await portal.connection
    .insert(servicePrices)
    .values({ service_id: service?.id ?? 0, until_day: NEXT_WEEK, price_per_month: '370.00' });
  await portal.call('POST', '/api/invoices', {
    cookie: admin.cookie,
    body: {
      userId,
      lineItems: [
        { description: 'LTE', amount: 1, serviceId: service?.id, from: LONG_AGO, to: dayFromToday(2) },
      ],
    },
  });

  const { body } = await portal.call('GET', '/api/client/services', { cookie });

  expect(body).toMatchObject([
    {
      monthlyCost: 370,
      billedUntil: dayFromToday(2),
      billUntil: dayFromToday(100),
      nextPrice: { from: dayFromToday(8), amount: 399 },
      suspendedFor: 'non-payment',
    },
  ]);
});

describe('a service whose last day has passed', () => {
  it('becomes inactive on the day after it by nobody, with activity and audit row, and others stay', async () => {
    const [passed, ending, suspended] = [
      await addServiceOfClient({ billFrom: LONG_AGO, billUntil: YESTERDAY }),
      await addServiceOfClient({ billFrom: LONG_AGO, billUntil: TODAY }),
      await addServiceOfClient({ billFrom: LONG_AGO, billUntil: YESTERDAY, status: 'suspended' }),
    ];

    await portal.runTask('service-ends');
    await portal.runTask('service-ends');

    expect(await passed.read()).toMatchObject({
      status: 'inactive',
      billFrom: LONG_AGO,
      billUntil: YESTERDAY,
    });
    expect((await ending.read()).status).toBe('active');
    expect((await suspended.read()).status).toBe('suspended');
    const record = `service ${passed.id} of user ${passed.userId}`;
    expect(
      await portal.connection
        .select({ actor_id: auditLog.actor_id, changes: auditLog.changes })
        .from(auditLog)
        .where(and(eq(auditLog.record, record), eq(auditLog.action, SERVICE_ENDED))),
    ).toEqual([{ actor_id: null, changes: { status: 'inactive' } }]);
    expect(
      await portal.connection
        .select({ description: activities.description })
        .from(activities)
        .where(eq(activities.user_id, passed.userId))
        .orderBy(desc(activities.id))
        .limit(1),
    ).toEqual([{ description: 'Service ended: LTE 50 GB' }]);
  });

  it('stays active while its client is being deleted, and the task waits for nobody', async () => {
    const { id, userId } = await addServiceOfClient({ billFrom: LONG_AGO, billUntil: YESTERDAY });

    await connectAsOwner().transaction(async (deletion) => {
      await deletion.select().from(users).where(eq(users.User_Id, userId)).for('update');
      await portal.runTask('service-ends');
    });

    const [row] = await portal.connection.select().from(services).where(eq(services.id, id));
    expect(row?.status).toBe('active');
  });
});
