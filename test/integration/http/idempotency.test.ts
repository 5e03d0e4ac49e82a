import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices, type retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { idempotencyKeys } from '#functions/database/schema/system-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { issueInvoice, LINE_ITEMS } from '#test/support/invoices/issue-invoice.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** A portal on a real server, where requests run in parallel. */
let portal: TestPortal;
let admin: { userId: number; cookie: string };
let userId: number;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
  userId = await addUser(portal, {});
});
afterAll(() => portal.stop());

const post = (key: string, { by = admin, amount = 10 }: { by?: { cookie: string }; amount?: number } = {}) =>
  portal.call('POST', '/api/invoices', {
    cookie: by.cookie,
    headers: { 'idempotency-key': key },
    body: { userId, lineItems: [{ description: 'Data', amount }] },
  });

const countRows = async (table: typeof invoices | typeof jobs | typeof retainedInvoices) => {
  const [row] = await portal.connection.select({ rows: count() }).from(table);

  return row?.rows ?? 0;
};

const queuedMessages = async () => {
  const { GetQueueAttributesCommand, SQSClient } = await import('@aws-sdk/client-sqs');
  const { Attributes } = await new SQSClient({}).send(
    new GetQueueAttributesCommand({
      QueueUrl: portal.queue.queueUrl('invoice-pdf'),
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  );

  return Number(Attributes?.ApproximateNumberOfMessages);
};

describe('an invoice that is posted again with the same key', () => {
  it('a repeated invoice is answered with the first one, and nothing is written or sent', async () => {
    const key = crypto.randomUUID();
    const first = await post(key);
    const [invoiceCount, messageCount] = [await countRows(invoices), await queuedMessages()];
    const second = await post(key);

    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect([await countRows(invoices), await queuedMessages()]).toEqual([invoiceCount, messageCount]);
  });

  it('an idempotency key with other content is refused with 422', async () => {
    const key = crypto.randomUUID();
    await post(key, { amount: 10 });
    const before = await countRows(invoices);

    expect(await post(key, { amount: 11 })).toMatchObject({
      status: 422,
      body: {
        code: 'unprocessable',
        message:
          'This was already sent with other content. Please close the form and check what was saved before you try again.',
      },
    });
    expect(await countRows(invoices)).toBe(before);
  });

  it('the same idempotency key of another admin counts as new', async () => {
    const key = crypto.randomUUID();
    const other = await addSignedInUser(portal, { user_role: 'admin' });
    const [first, second] = [await post(key), await post(key, { by: other })];

    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it.each([
    ['23 hours', true],
    ['25 hours', false],
  ])('an idempotency key of %s ago gets the first answer: %s', async (age, isKept) => {
    const key = crypto.randomUUID();
    const first = await post(key);
    await portal.connection
      .update(idempotencyKeys)
      .set({ created_at: sql`now() - ${age}::interval` })
      .where(eq(idempotencyKeys.key, key));
    const second = await post(key);

    expect(second.status).toBe(201);
    expect(second.body.id === first.body.id).toBe(isKept);
  });

  it('an idempotency key is accepted again after a refusal', async () => {
    const key = crypto.randomUUID();
    const missing = await portal.call('POST', '/api/invoices', {
      cookie: admin.cookie,
      headers: { 'idempotency-key': key },
      body: { userId: 99_999, lineItems: LINE_ITEMS },
    });

    expect(missing.status).toBe(404);
    expect((await post(key)).status).toBe(201);
  });
});

describe('20 posts with one key at the same time', () => {
  it('20 simultaneous posts with one key issue one invoice, and all are answered with it', async () => {
    const key = crypto.randomUUID();
    const before = await countRows(invoices);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.invoiceNumber)).size).toBe(1);
    expect(await countRows(invoices)).toBe(before + 1);
  });

  it('20 simultaneous posts with one key issue one invoice, and those with other content answer 422', async () => {
    const key = crypto.randomUUID();
    const before = await countRows(invoices);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post(key, { amount: index % 2 ? 10 : 11 })),
    );

    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(10).fill(422)]);
    expect(await countRows(invoices)).toBe(before + 1);
  });

  it('a repeated post waits for the first at most ten seconds, then gets 409 with Retry-After', async () => {
    const owner = connectAsOwner();
    await owner.execute(sql`
      create function stay_until_let_go() returns trigger language plpgsql as $$
      begin while not pg_try_advisory_xact_lock_shared(1) loop perform pg_sleep(0.05); end loop; return new; end $$`);
    await owner.execute(sql`
      create trigger stay_until_let_go before insert on invoice_items for each statement execute function stay_until_let_go()`);
    const key = crypto.randomUUID();
    const startedAt = Date.now();

    const { posts, refused } = await owner.transaction(async (holder) => {
      await holder.execute(sql`select pg_advisory_xact_lock(1)::text`);
      const posts = [post(key), post(key)];

      return { posts, refused: await Promise.race(posts) };
    });
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    await owner.execute(sql`drop function stay_until_let_go cascade`);

    expect(statuses.toSorted()).toEqual([201, 409]);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('The same request is still being worked on. Please wait a moment.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Date.now() - startedAt).toBeGreaterThan(9_000);
  });
});

describe('an Idempotency-Key', () => {
  it.each([
    ['8 characters', 'x'.repeat(8)],
    ['255 characters', 'y'.repeat(255)],
  ])('an Idempotency-Key of %s is accepted', async (_name, key) => {
    expect((await post(key)).status).toBe(201);
  });

  it.each([
    ['no characters', ''],
    ['7 characters', 'x'.repeat(7)],
    ['256 characters', 'x'.repeat(256)],
    ['a space', 'with a space'],
    ['letters beyond ASCII', 'naïve-key'],
  ])('an Idempotency-Key of %s answers 400, and nothing is written', async (_name, key) => {
    const before = await countRows(invoices);
    const answer = await post(key);

    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({
      'Idempotency-Key': 'Idempotency-Key must be 8 to 255 visible ASCII characters',
    });
    expect(await countRows(invoices)).toBe(before);
  });

  it('an invoice is issued without an Idempotency-Key', async () => {
    expect((await issueInvoice(portal, admin, userId)).id).toBeGreaterThan(0);
  });
});

describe('invoice numbers under 50 posts at the same time', () => {
  it('the invoice numbers of 50 simultaneous posts, some of which fail, have no gaps or duplicates', async () => {
    const owner = connectAsOwner();
    await owner.execute(sql`
      create function refuse_some() returns trigger language plpgsql as $$
      begin if new.amount = 13 then raise 'no'; end if; return new; end $$`);
    await owner.execute(
      sql`create trigger refuse_some before insert on invoice_items for each row execute function refuse_some()`,
    );
    const before = await portal.connection.select({ number: invoices.invoice_number }).from(invoices);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post(crypto.randomUUID(), { amount: index % 5 === 0 ? 13 : 10 }),
      ),
    );
    await owner.execute(sql`drop function refuse_some cascade`);

    expect(answers.filter(({ status }) => status === 500)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(40);
    const after = await portal.connection.select({ number: invoices.invoice_number }).from(invoices);
    const numbers = after.map(({ number }) => Number(number.slice(-6))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: before.length + 40 }, (_, index) => index + 1));
    const ofPdfs = await portal.connection.select().from(jobs).where(eq(jobs.kind, 'invoice-pdf'));
    expect(ofPdfs).toHaveLength(numbers.length);
  });
});

describe('invoices for a client who is deleted at the same moment', () => {
  it('invoices for a client who is deleted meanwhile are issued and refuse the deletion, or answer 404', async () => {
    const leaving = await addUser(portal, {});
    const before = await countRows(invoices);
    const issue = () =>
      portal.call('POST', '/api/invoices', {
        cookie: admin.cookie,
        body: { userId: leaving, lineItems: LINE_ITEMS },
      });
    const [deleted, ...answers] = await Promise.all([
      portal.call('DELETE', `/api/admin/users/${leaving}`, admin),
      ...Array.from({ length: 12 }, issue),
    ]);

    const countOf = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([
      [204, 0, answers.length],
      [409, answers.length, 0],
    ]).toContainEqual([deleted?.status, countOf(201), countOf(404)]);
    expect(await countRows(invoices)).toBe(before + countOf(201));
  });
});
