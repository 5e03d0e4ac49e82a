import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { meetAtLock } from '#test/support/ledger/meet-at-lock.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const DECEMBER = { from: '2026-12-01', to: '2026-12-31' };
const NOT_OF_CLIENT = 'This client does not have this service any more. Please remove the line.';

let other: Awaited<ReturnType<typeof addCaller>>;

beforeAll(async () => {
  other = await addCaller(portal, 'admin');
});

const addService = async (userId: number): Promise<number> => {
  const { body } = await portal.call('POST', `/api/admin/users/${userId}/services`, {
    cookie: admin.cookie,
    body: { accountType: 'Fixed 5G', pricePerMonth: 397 },
  });

  return body.id;
};

const addClient = async () => {
  const userId = await addUser(portal, {});

  return { userId, serviceId: await addService(userId) };
};

const lineOf = (serviceId: number, change: object = NOVEMBER) => ({
  description: 'Fixed 5G',
  amount: 397,
  serviceId,
  ...change,
});

const issue = (userId: number, lineItems: object[], { cookie } = admin, rest: object = {}) =>
  portal.call('POST', '/api/invoices', { cookie, body: { userId, lineItems, ...rest } });

const readBilled = (userId: number, month = '2026-11') =>
  portal.call('GET', `/api/admin/users/${userId}/billed-services?month=${month}`, admin);

const numbersOf = async (userId: number) => {
  const { body } = await readBilled(userId);

  return body.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber);
};

/** Issues an invoice over November of the service, as a repeat if that is already billed. */
const issueNovember = async (userId: number, serviceId: number, change: object = {}) => {
  const { body } = await issue(userId, [lineOf(serviceId, { ...NOVEMBER, ...change })]);

  return body;
};

const makeVoid = (invoiceId: number) => moneyCalls(portal, admin).setStatus(invoiceId, 'void');

describe('days of a service that an invoice bills', () => {
  it('a month that is on an invoice is named with it, and is refused on the next with its line and that invoice', async () => {
    const { userId, serviceId } = await addClient();
    const first = await issueNovember(userId, serviceId);

    expect(await readBilled(userId)).toMatchObject({
      status: 200,
      body: [{ serviceId, ...NOVEMBER, invoiceId: first.id, invoiceNumber: first.invoiceNumber }],
    });
    expect((await readBilled(userId, '2026-12')).body).toEqual([]);
    expect(
      await issue(userId, [
        { description: 'Call-out', amount: 450 },
        lineOf(serviceId, { from: '2026-11-30', to: '2026-12-30' }),
      ]),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'already_billed',
        message: `Some of these days are billed already, on ${first.invoiceNumber}.`,
        lines: [{ index: 1, invoiceId: first.id, invoiceNumber: first.invoiceNumber }],
      },
    });
    expect((await issue(userId, [lineOf(serviceId, DECEMBER)])).status).toBe(201);
  });

  it('what is billed from a day on is named with its invoices, however far ahead, without what ended before', async () => {
    const { userId, serviceId } = await addClient();
    await issueNovember(userId, serviceId);
    const [next, last] = [
      (await issue(userId, [lineOf(serviceId, DECEMBER)])).body,
      (await issue(userId, [lineOf(serviceId, { from: '2027-09-01', to: '2027-09-30' })])).body,
    ];
    const { body } = await portal.call(
      'GET',
      `/api/admin/users/${userId}/billed-services?since=2026-12-31`,
      admin,
    );

    expect(body.map(({ invoiceId }: { invoiceId: number }) => invoiceId)).toEqual([next.id, last.id]);
  });

  it('two lines of one request that bill the same days are refused, and the second is named', async () => {
    const { userId, serviceId } = await addClient();

    expect(await issue(userId, [lineOf(serviceId), lineOf(serviceId)])).toMatchObject({
      status: 409,
      body: {
        code: 'already_billed',
        message: 'Some of these days are billed already, on this invoice.',
        lines: [{ index: 1, invoiceId: null, invoiceNumber: null }],
      },
    });
    const repeated = await issue(userId, [
      lineOf(serviceId),
      lineOf(serviceId, { ...NOVEMBER, repeat: true }),
    ]);
    expect(repeated.status).toBe(201);
    expect(await numbersOf(userId)).toEqual([repeated.body.invoiceNumber, repeated.body.invoiceNumber]);
  });

  it('the oldest repeat takes the place of a void invoice, and the month is free once all of them are void', async () => {
    const { userId, serviceId } = await addClient();
    const [first, second, third] = [
      await issueNovember(userId, serviceId),
      await issueNovember(userId, serviceId, { repeat: true }),
      await issueNovember(userId, serviceId, { repeat: true }),
    ];
    const refusing = async () => (await issue(userId, [lineOf(serviceId)])).body.lines?.[0].invoiceNumber;

    expect(await refusing()).toBe(first.invoiceNumber);
    await makeVoid(first.id);
    expect(await refusing()).toBe(second.invoiceNumber);
    expect(await numbersOf(userId)).toEqual([second.invoiceNumber, third.invoiceNumber]);
    await makeVoid(second.id);
    expect(await refusing()).toBe(third.invoiceNumber);
    await makeVoid(third.id);
    expect((await issue(userId, [lineOf(serviceId)])).status).toBe(201);
  });

  it('two repeats of parts of a void month both take their places', async () => {
    const { userId, serviceId } = await addClient();
    const whole = await issueNovember(userId, serviceId);
    await issueNovember(userId, serviceId, { to: '2026-11-15', repeat: true });
    await issueNovember(userId, serviceId, { to: '2026-11-20', repeat: true });
    await issueNovember(userId, serviceId, { from: '2026-11-16', repeat: true });
    await makeVoid(whole.id);
    const { rows } = await portal.connection.execute(sql`
      select from_day::text as from, is_repeat as repeats from billed_services where service_id = ${serviceId}
        and ended_at is null order by id`);

    expect(rows).toEqual([
      { from: '2026-11-01', repeats: false },
      { from: '2026-11-01', repeats: true },
      { from: '2026-11-16', repeats: false },
    ]);
  });

  it('a line that repeats what nobody bills any more keeps its days from the next invoice', async () => {
    const { userId, serviceId } = await addClient();
    const repeated = await issueNovember(userId, serviceId, { repeat: true });

    expect((await issue(userId, [lineOf(serviceId)])).body.lines).toEqual([
      { index: 0, invoiceId: repeated.id, invoiceNumber: repeated.invoiceNumber },
    ]);
  });

  it('what an invoice bills outlives the service, and goes with the account', async () => {
    const { userId, serviceId } = await addClient();
    const { invoiceNumber } = await issueNovember(userId, serviceId);
    await portal.call('DELETE', `/api/admin/services/${serviceId}`, admin);

    expect(await numbersOf(userId)).toEqual([invoiceNumber]);
    expect((await deleteSettled(portal, admin, userId)).status).toBe(204);
    const { rows } = await portal.connection.execute(
      sql`select from billed_services where service_id = ${serviceId}`,
    );
    expect(rows).toEqual([]);
  });

  it("a service that was deleted and another client's are refused at the line, and no number is used", async () => {
    const { userId, serviceId } = await addClient();
    const { serviceId: foreign } = await addClient();
    await portal.call('DELETE', `/api/admin/services/${serviceId}`, admin);
    const free = { description: 'Call-out', amount: 450 };
    const before = (await issue(userId, [free])).body.invoiceNumber;

    expect(
      await issue(userId, [free, lineOf(serviceId), lineOf(foreign), lineOf(2_147_483_648)]),
    ).toMatchObject({
      status: 422,
      body: {
        message: NOT_OF_CLIENT,
        fields: {
          'lineItems.1.serviceId': NOT_OF_CLIENT,
          'lineItems.2.serviceId': NOT_OF_CLIENT,
          'lineItems.3.serviceId': NOT_OF_CLIENT,
        },
      },
    });
    const after = (await issue(userId, [free])).body.invoiceNumber;
    expect(Number(after.slice(-6))).toBe(Number(before.slice(-6)) + 1);
  });

  it.each([
    ['month=2026-13', 'Month must be like 2026-11'],
    ['month=2026-11-01', 'Month must be like 2026-11'],
    ['month=0000-11', 'Month must be like 2026-11'],
    ['', 'Month must be like 2026-11'],
    ['month=2026-11&since=2026-11-01', 'Month must be like 2026-11'],
  ])('the billed services of %s are refused at the month', async (query, sentence) => {
    const { userId } = await addClient();

    expect(
      await portal.call('GET', `/api/admin/users/${userId}/billed-services?${query}`, admin),
    ).toMatchObject({ status: 400, body: { fields: { month: sentence } } });
  });

  it.each([
    ['only a first day', { from: '2026-11-01' }, 'to', 'First day and last day go together'],
    ['only a last day', { to: '2026-11-01' }, 'to', 'First day and last day go together'],
    [
      'days that end before they begin',
      { from: '2026-11-02', to: '2026-11-01' },
      'to',
      'The last day must not be before the first',
    ],
    ['367 days', { from: '2026-01-01', to: '2027-01-02' }, 'to', 'A line bills at most 366 days'],
    ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, 'from', 'First day is not valid'],
    [
      'days of no service',
      { ...NOVEMBER, serviceId: undefined },
      'serviceId',
      'Days are billed of a service',
    ],
  ])('a line with %s is refused at its field', async (_name, change, field, sentence) => {
    const { userId, serviceId } = await addClient();

    expect(await issue(userId, [{ ...lineOf(serviceId, {}), ...change }])).toMatchObject({
      status: 400,
      body: { fields: { [`lineItems.0.${field}`]: sentence } },
    });
  });

  it('a line may bill 366 days, and one about a service without days bills none', async () => {
    const { userId, serviceId } = await addClient();

    expect((await issue(userId, [lineOf(serviceId, {}), lineOf(serviceId, {})])).status).toBe(201);
    expect(await numbersOf(userId)).toEqual([]);
    expect((await issue(userId, [lineOf(serviceId, { from: '2026-11-01', to: '2027-11-01' })])).status).toBe(
      201,
    );
  });
});

describe('the same month at once', () => {
  it('two administrators bill one month: one invoice is issued, the other is refused with its number', async () => {
    const { userId, serviceId } = await addClient();
    const answers = await meetAtLock(userId, () => [
      issue(userId, [lineOf(serviceId)]),
      issue(userId, [lineOf(serviceId)], other),
    ]);
    const [issued, refused] = answers.toSorted((one, two) => one.status - two.status);

    expect(issued?.status).toBe(201);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'already_billed',
        lines: [{ index: 0, invoiceId: issued?.body.id, invoiceNumber: issued?.body.invoiceNumber }],
      },
    });
    expect(await numbersOf(userId)).toEqual([issued?.body.invoiceNumber]);
  });

  it('a month that is voided while two administrators bill it is on exactly one invoice', async () => {
    const { userId, serviceId } = await addClient();
    const first = await issueNovember(userId, serviceId);
    const [voided, ...answers] = await meetAtLock(userId, () => [
      makeVoid(first.id),
      issue(userId, [lineOf(serviceId)]),
      issue(userId, [lineOf(serviceId)], other),
    ]);
    const issued = answers.filter(({ status }) => status === 201);

    expect(voided?.status).toBe(200);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2 - issued.length);
    expect(issued.length).toBeLessThan(2);
    expect(await numbersOf(userId)).toEqual(issued.map(({ body }) => body.invoiceNumber));
  });

  it('the database refuses two living rows of one day of a service, and the application deletes none', async () => {
    const { userId, serviceId } = await addClient();
    await issueNovember(userId, serviceId);
    const { body: free } = await issue(userId, [{ description: 'Call-out', amount: 450 }]);
    const application = new pg.Client({ connectionString: portal.databaseUrl });
    await application.connect();
    onTestFinished(() => application.end());
    await application.query('set session authorization portal_app');
    const insert = (isRepeat: boolean) =>
      application.query(
        `insert into billed_services (service_id, item_id, from_day, to_day, is_repeat)
        select $1, id, '2026-11-30', '2026-12-30', $2 from invoice_items where invoice_id = $3`,
        [serviceId, isRepeat, free.id],
      );

    await expect(insert(false)).rejects.toThrow('billed_services_once');
    expect((await insert(true)).rowCount).toBe(1);
    await expect(application.query('delete from billed_services')).rejects.toThrow('permission denied');
    await expect(application.query(`update billed_services set service_id = 1`)).rejects.toThrow(
      'permission denied',
    );
  });
});
