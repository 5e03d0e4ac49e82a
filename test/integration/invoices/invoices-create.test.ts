import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activities } from '#functions/database/schema/client-tables.ts';
import { documentCounters, invoiceItems, invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { auditLog, idempotencyKeys } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { NOT_TEXT } from '#shared/contract/fields.ts';
import { dayAfter } from '#shared/dates.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { readJobRow } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice, LINE_ITEMS } from '#test/support/invoices/issue-invoice.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let userId: number;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
  userId = await addUser(portal, {});
});
afterAll(() => portal.stop());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  portal.call('POST', '/api/invoices', { cookie: admin.cookie, body, headers });

const TABLES = {
  invoices,
  invoiceItems,
  jobs,
  documentCounters,
  activities,
  auditLog,
  idempotencyKeys,
};

/** Reads every row that issuing an invoice touches. */
const readAllRows = async () => {
  const rows: Record<string, unknown[]> = {};
  for (const [name, table] of Object.entries(TABLES)) {
    rows[name] = await portal.connection.select().from(table);
  }

  return rows;
};

const issuer = () => ({
  userId: admin.userId,
  role: 'admin' as const,
  levelMin: 1,
  isProven: true,
  sessionId: '',
  address: '127.0.0.1',
  checkedAt: new Date(),
});

const withItem = (item: unknown) => ({ userId, lineItems: [item] });
const withAmount = (amount: unknown) => withItem({ description: 'Data', amount });

describe('an invoice that is refused', () => {
  it.each([
    ['malformed JSON', () => '{"userId": 1, "lineItems": [', 'body', 'The request body is not valid JSON.'],
    ['an empty body', () => undefined, 'userId', 'User id is required'],
    ['a list instead of an object', () => [], 'body', 'The request must be a JSON object'],
    [
      'a user id as text',
      () => ({ userId: '7', lineItems: LINE_ITEMS }),
      'userId',
      'User id must be a number',
    ],
    ['a user id of 0', () => ({ userId: 0, lineItems: LINE_ITEMS }), 'userId', 'User id must be more than 0'],
    [
      'a fractional user id',
      () => ({ userId: 1.5, lineItems: LINE_ITEMS }),
      'userId',
      'User id must be a whole number',
    ],
    ['no list of line items', () => ({ userId }), 'lineItems', 'At least one line item is required'],
    ['no line items', () => ({ userId, lineItems: [] }), 'lineItems', 'At least one line item is required'],
    [
      'line items that are no list',
      () => ({ userId, lineItems: {} }),
      'lineItems',
      'Line items must be a list',
    ],
    [
      'a blank description',
      () => withItem({ description: ' \t ', amount: 1 }),
      'lineItems.0.description',
      'Description is required',
    ],
    ['no description', () => withItem({ amount: 1 }), 'lineItems.0.description', 'Description is required'],
    [
      'a description of 501 characters',
      () => withItem({ description: 'x'.repeat(501), amount: 1 }),
      'lineItems.0.description',
      'Must be at most 500 characters',
    ],
    [
      'a description with half a character',
      () => withItem({ description: 'a\ud800b', amount: 1 }),
      'lineItems.0.description',
      NOT_TEXT,
    ],
    ['no amount', () => withItem({ description: 'Data' }), 'lineItems.0.amount', 'Amount is required'],
    [
      'a description with a NUL',
      () => withItem({ description: 'a\0b', amount: 1 }),
      'lineItems.0.description',
      NOT_TEXT,
    ],
    ['an amount as text', () => withAmount('12'), 'lineItems.0.amount', 'Amount must be a number'],
    ['an amount of 0', () => withAmount(0), 'lineItems.0.amount', 'Amount must be greater than 0'],
    ['a negative amount', () => withAmount(-5), 'lineItems.0.amount', 'Amount must be greater than 0'],
    [
      'an amount with three decimals',
      () => withAmount(12.345),
      'lineItems.0.amount',
      'Amount must have at most two decimals',
    ],
    [
      'an amount too large to store',
      () => withAmount(10_000_000_000),
      'lineItems.0.amount',
      'Amount is too large',
    ],
    [
      'an amount too large to calculate with',
      () => withAmount(1e308),
      'lineItems.0.amount',
      'Amount is too large',
    ],
    [
      'a quantity too large to calculate with',
      () => withItem({ description: 'Data', amount: 1, quantity: 1e308 }),
      'lineItems.0.quantity',
      'Quantity must be from 0,001 to 99 999,999',
    ],
    [
      'a line of less than one cent',
      () => withItem({ description: 'Data', amount: 0.01, quantity: 0.499 }),
      'lineItems.0.quantity',
      'The line comes to less than one cent',
    ],
    [
      'the largest quantity of the largest amount',
      () => withItem({ description: 'Data', amount: 9_999_999_999.99, quantity: 99_999.999 }),
      'lineItems',
      'The total is too large',
    ],
    [
      'a total too large to store',
      () => ({ userId, lineItems: Array(2).fill({ description: 'Data', amount: 9_999_999_999.99 }) }),
      'lineItems',
      'The total is too large',
    ],
    [
      '201 line items',
      () => ({ userId, lineItems: Array(201).fill(LINE_ITEMS[0]) }),
      'lineItems',
      'An invoice holds at most 200 line items',
    ],
  ])(
    'an invoice with %s is refused with 400 at the field, and nothing is written',
    async (_name, makeBody, field, sentence) => {
      const before = await readAllRows();
      const answer = await post(makeBody());

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'invalid_request', fields: { [field]: sentence } });
      expect(await readAllRows()).toEqual(before);
    },
  );

  it.each([
    ['a missing user', 99_999],
    ['an id above the range of the column', 4_000_000_000],
  ])('an invoice for %s answers 404, and no number is used', async (_name, unknownId) => {
    const before = await readAllRows();
    const answer = await post({ userId: unknownId, lineItems: LINE_ITEMS });

    expect(answer).toMatchObject({ status: 404, body: { message: 'User not found', code: 'not_found' } });
    expect(await readAllRows()).toEqual(before);
  });

  it('an invoice with a body over 512 KB answers 413, and nothing is written', async () => {
    const before = await readAllRows();
    const answer = await post({ userId, lineItems: LINE_ITEMS, padding: 'x'.repeat(512 * 1024) });

    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect(await readAllRows()).toEqual(before);
  });
});

describe('an invoice that cannot be written completely', () => {
  it('an invoice that fails halfway writes nothing and uses no number, and its key is accepted again', async () => {
    const owner = connectAsOwner();
    await owner.execute(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
    );
    await owner.execute(
      sql`create trigger refuse before insert on activities for each row execute function refuse()`,
    );
    const before = await readAllRows();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const refused = await post({ userId, lineItems: LINE_ITEMS }, key);

    expect(refused.status).toBe(500);
    expect(refused.body.message).toMatch(
      /^Something went wrong on our side\. Please try again\. \(Request .+\)$/,
    );
    expect(await readAllRows()).toEqual(before);

    await owner.execute(sql`drop function refuse cascade`);
    expect(await post({ userId, lineItems: LINE_ITEMS }, key)).toMatchObject({ status: 201 });
  });

  it('no number is used when the buyer of a tax invoice over R 5 000 has no name or address', async () => {
    const { createInvoice } = await import('#functions/domain/invoices/create-invoice.ts');
    const { database } = await import('#local/seed/whole-database.ts');
    const { supplier: seller } = await import('#functions/runtime/ports/supplier-port.ts');
    const supplier = { ...seller, supplier: { ...seller.supplier, vatNumber: '4870261234' } };
    const buyerId = await addUser(portal, { User_Name: ' ', User_Surname: ' ', User_Address: ' ' });
    const fill = (change: Partial<typeof users.$inferInsert>) =>
      portal.connection.update(users).set(change).where(eq(users.User_Id, buyerId));
    const issue = (amount: number) =>
      createInvoice(
        { database, supplier, mailSettings: { isOn: false }, note: () => {} },
        issuer(),
        { userId: buyerId, lineItems: [{ description: 'Data', amount, quantity: 1 }] },
        new Date(),
      );
    const before = await readAllRows();

    await expect(issue(5000.01)).rejects.toMatchObject({
      code: 'unprocessable',
      fields: { User_Name: expect.any(String), User_Address: expect.any(String) },
    });
    // An organisation is a name.
    await fill({ User_Org: 'Molefe Motors' });
    await expect(issue(5000.01)).rejects.toMatchObject({
      message: "A tax invoice over R\u00a05\u00a0000,00 must show the client's address. Please add it first.",
    });
    expect(await readAllRows()).toEqual(before);
    await expect(issue(5000)).resolves.toMatchObject({ totalAmount: 5000 });
    await fill({ User_Address: '12 Long Street' });
    await expect(issue(5000.01)).resolves.toMatchObject({ totalAmount: 5000.01 });
  });
});

describe('an invoice that is issued', () => {
  it('an invoice with an Idempotency-Key is issued in eight Data API calls, one of them for all of its rows', async () => {
    await post({ userId, lineItems: LINE_ITEMS }, { 'idempotency-key': crypto.randomUUID() });
    portal.dataApi.calls.reset();
    const { status } = await post(
      { userId, lineItems: LINE_ITEMS },
      { 'idempotency-key': crypto.randomUUID() },
    );

    expect(status).toBe(201);
    // The session, begin, the key, the account's lock, the invoice, settling, the stored answer, commit.
    expect(portal.dataApi.calls.total).toBe(8);
    expect(portal.dataApi.calls.byOperation).toMatchObject({
      BeginTransaction: 1,
      ExecuteStatement: 6,
      CommitTransaction: 1,
    });
  });

  it('the total, number and status that the caller of an invoice sends are ignored: the items are summed anew', async () => {
    const answer = await post({
      userId,
      lineItems: [
        { description: ' Line A ', amount: 0.1, id: 7 },
        { description: 'Line B', amount: 0.2 },
      ],
      totalAmount: 1,
      invoiceNumber: 'INV-1',
      status: 'paid',
    });

    expect(answer).toMatchObject({
      status: 201,
      body: { totalAmount: 0.3, status: 'pending', fileName: null },
    });
    const lines = await portal.connection
      .select({ description: invoiceItems.description, amount: invoiceItems.amount })
      .from(invoiceItems)
      .where(eq(invoiceItems.invoice_id, answer.body.id))
      .orderBy(asc(invoiceItems.id));
    expect(lines).toEqual([
      { description: 'Line A', amount: '0.10' },
      { description: 'Line B', amount: '0.20' },
    ]);
  });

  it('each line of an invoice is rounded, the rounded lines are summed, and they are returned as they were written', async () => {
    const lineItems = [
      { description: 'Cable, a metre', amount: 8.95, quantity: 12.5 },
      { description: 'Half a cent', amount: 0.01, quantity: 0.5 },
      { description: 'Half a cent', amount: 0.01, quantity: 0.5 },
      { description: 'The largest quantity', amount: 0.01, quantity: 99_999.999 },
      { description: 'A part of much', amount: 9_999_999.99, quantity: 0.001 },
      { description: 'One', amount: 337 },
    ];
    const { status, body } = await post({ userId, lineItems });
    const read = await portal.call('GET', `/api/invoices/${body.id}`, admin);
    const stored = await portal.connection
      .select({ quantity: invoiceItems.quantity, line: invoiceItems.line_amount })
      .from(invoiceItems)
      .where(eq(invoiceItems.invoice_id, body.id))
      .orderBy(asc(invoiceItems.id));

    expect(status).toBe(201);
    expect(body.totalAmount).toBe(11_448.9);
    expect(stored.map(({ quantity, line }) => [quantity, line])).toEqual([
      ['12.500', '111.88'],
      ['0.500', '0.01'],
      ['0.500', '0.01'],
      ['99999.999', '1000.00'],
      ['0.001', '10000.00'],
      ['1.000', '337.00'],
    ]);
    expect(read).toMatchObject({ status: 200, body });
    expect(read.body.lineItems).toEqual(
      lineItems.map((item) => ({
        id: expect.any(Number),
        quantity: 1,
        credited: 0,
        serviceId: null,
        from: null,
        to: null,
        pricePerMonth: null,
        daysIssued: null,
        ...item,
      })),
    );
  });

  it('a new invoice is in the audit log with its amount, and among the activities of its client', async () => {
    const { invoiceNumber } = await issueInvoice(portal, admin, userId, [
      { description: 'Data', amount: 1234.5, quantity: 2 },
    ]);
    const record = `invoice ${invoiceNumber} of user ${userId}`;
    const rows = await portal.connection.select().from(auditLog).where(eq(auditLog.record, record));
    const noted = await portal.connection
      .select({ text: activities.description, type: activities.activity_type })
      .from(activities)
      .where(eq(activities.user_id, userId));

    expect(rows).toEqual([
      expect.objectContaining({
        actor_id: admin.userId,
        action: 'invoices.create',
        changes: { totalAmount: 2469 },
        address: '127.0.0.0/24',
      }),
    ]);
    expect(noted).toContainEqual({
      type: 'payment',
      text: `Invoice ${invoiceNumber} issued for R\u00a02\u00a0469,00`,
    });
  });

  it('an invoice stores 200 lines and the largest amount in order, and takes the next number', async () => {
    const before = await issueInvoice(portal, admin, userId);
    const ofAnother = await addUser(portal, {});
    const lineItems = Array.from({ length: 200 }, (_, index) => ({
      description: `Line ${index}`,
      amount: 0.01,
    }));
    const invoice = await issueInvoice(portal, admin, ofAnother, [
      ...lineItems.slice(1),
      { description: 'Large', amount: 9_999_999_990.99 },
    ]);

    const numberOf = ({ invoiceNumber }: { invoiceNumber: string }) => Number(invoiceNumber.slice(-6));
    expect(invoice.invoiceNumber).toMatch(/^INV-20\d\d-\d{6}$/);
    expect(numberOf(invoice)).toBe(numberOf(before) + 1);
    const stored = await portal.connection
      .select({ description: invoiceItems.description })
      .from(invoiceItems)
      .where(eq(invoiceItems.invoice_id, invoice.id))
      .orderBy(asc(invoiceItems.id));
    expect(stored.map((line) => line.description)).toEqual([
      ...lineItems.slice(1).map((line) => line.description),
      'Large',
    ]);
  });

  it("an invoice's due date follows the South African calendar, and its reference is the client number", async () => {
    const { createInvoice } = await import('#functions/domain/invoices/create-invoice.ts');
    const { database } = await import('#local/seed/whole-database.ts');
    const { supplier } = await import('#functions/runtime/ports/supplier-port.ts');
    const issueAt = (instant: string) =>
      createInvoice(
        { database, supplier, mailSettings: { isOn: false }, note: () => {} },
        issuer(),
        { userId, lineItems: [{ description: 'Data', amount: 1, quantity: 1 }] },
        new Date(instant),
      );
    const first = await issueAt('2034-02-21T21:59:59Z');
    const second = await issueAt('2034-02-21T22:00:00Z');
    const listed = await portal.call('GET', `/api/users/${userId}/invoices`, admin);

    expect([first.dueDate, second.dueDate]).toEqual(['2034-02-28', '2034-03-01']);
    expect(second.reference).toMatch(/^OW\d+$/);
    expect(listed.body).toContainEqual(expect.objectContaining({ ...second }));
  });

  it('invoices are numbered from 1 in each year of the South African calendar', async () => {
    const { createInvoice } = await import('#functions/domain/invoices/create-invoice.ts');
    const { database } = await import('#local/seed/whole-database.ts');
    const { supplier } = await import('#functions/runtime/ports/supplier-port.ts');
    const issueAt = async (instant: string) => {
      const order = { userId, lineItems: LINE_ITEMS.map((item) => ({ ...item, quantity: 1 })) };
      const { invoiceNumber } = await createInvoice(
        { database, supplier, mailSettings: { isOn: false }, note: () => {} },
        issuer(),
        order,
        new Date(instant),
      );

      return invoiceNumber;
    };

    expect(await issueAt('2031-12-31T21:59:59Z')).toBe('INV-2031-000001');
    expect(await issueAt('2031-12-31T22:00:00Z')).toBe('INV-2032-000001');
    expect(await issueAt('2032-06-01T08:00:00Z')).toBe('INV-2032-000002');
  });

  it('an invoice is issued while the queue is out of reach, and its PDF is left to the sweep', async () => {
    await portal.queue.close();
    const invoice = await issueInvoice(portal, admin, userId);

    expect(await readJobRow(portal, invoice.id)).toMatchObject({ state: 'queued', sent_at: null });
  });
});

describe('the due date of a new invoice', () => {
  const order = (body: object) => post({ userId, lineItems: LINE_ITEMS, ...body });
  const readTerms = async (invoiceId: number) => {
    const { rows } = await portal.connection.execute(
      sql`select due_date::text as "dueDate", (terms ->> 'termsDays')::int as days from invoices where id = ${invoiceId}`,
    );

    return rows[0];
  };

  it('the due date is today plus the terms unless another is sent, and then the terms name no days', async () => {
    const usual = await order({});
    const same = await order({ dueDate: dayAfter(new Date(), 7) });
    const chosen = await order({ dueDate: dayAfter(new Date(), 90) });

    expect(chosen.body.dueDate).toBe(dayAfter(new Date(), 90));
    expect(await readTerms(usual.body.id)).toEqual({ dueDate: dayAfter(new Date(), 7), days: 7 });
    expect(await readTerms(same.body.id)).toEqual({ dueDate: dayAfter(new Date(), 7), days: 7 });
    expect(await readTerms(chosen.body.id)).toEqual({ dueDate: dayAfter(new Date(), 90), days: null });
  });

  it.each([-1, 91])('a due date %i days from today is refused at its field', async (days) => {
    expect(await order({ dueDate: dayAfter(new Date(), days) })).toMatchObject({
      status: 400,
      body: { fields: { dueDate: expect.stringMatching(/^Due date must be from \d{4}\/\d\d\/\d\d to /) } },
    });
  });
});
