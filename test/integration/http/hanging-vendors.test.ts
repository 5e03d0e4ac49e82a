import { count, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { type FaultyProxy, startFaultyProxy } from '#test/support/faults/faulty-proxy.ts';
import { issueInvoice, LINE_ITEMS } from '#test/support/invoices/issue-invoice.ts';
import { addUser, PASSWORD } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const ADMIN_EMAIL = 'admin@example.com';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let proxies: Record<'dataApi' | 'secrets' | 'queue' | 'drive', FaultyProxy>;
let userId: number;

beforeAll(async () => {
  // Of its eight seconds a handler keeps five for the work after a call that was given up.
  portal = await startTestPortal({ routeTimeoutSeconds: 8 });
  await addUser(portal, { User_Email: ADMIN_EMAIL, user_role: 'admin' });
  userId = await addUser(portal, {});

  // No handler is loaded yet, so each will connect to its vendors through these proxies.
  proxies = {
    dataApi: await startFaultyProxy(portal.dataApi.url),
    secrets: await startFaultyProxy(portal.secrets.url),
    queue: await startFaultyProxy(portal.queue.url),
    drive: await startFaultyProxy(portal.drive.url),
  };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_RDS_DATA: proxies.dataApi.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: proxies.secrets.url,
    AWS_ENDPOINT_URL_SQS: proxies.queue.url,
    INVOICE_QUEUE_URL: portal.queue.queueUrl('invoice-pdf').replace(portal.queue.url, proxies.queue.url),
    DRIVE_API_URL: `${proxies.drive.url}/`,
  });
});
afterEach(() => {
  for (const proxy of Object.values(proxies)) {
    proxy.mend();
  }
});
afterAll(async () => {
  await portal.stop();
  for (const proxy of Object.values(proxies)) {
    await proxy.close();
  }
});

const signIn = () => portal.signIn(ADMIN_EMAIL, PASSWORD);

const post = (cookie: string, key: string) =>
  portal.call('POST', '/api/invoices', {
    cookie,
    headers: { 'idempotency-key': key },
    body: { userId, lineItems: LINE_ITEMS },
  });

const countInvoices = async () => {
  const [row] = await portal.connection.select({ rows: count() }).from(invoices);

  return row?.rows;
};

/** Finds the log line of the last request that failed. */
const loggedFailure = () => portal.heard.log.filter((line) => line.includes('"request failed"')).at(-1);

// This test comes first, because later tests have the keys in memory.
it('a sign-in answers 503 while the key store never answers, and passes afterwards', async () => {
  proxies.secrets.fail('silent');
  const { status, body, headers } = await portal.call('POST', '/api/login', {
    body: { identifier: ADMIN_EMAIL, password: PASSWORD },
  });

  expect(status).toBe(503);
  expect(body.message).toBe('The portal cannot reach its key store. Please try again in a moment.');
  expect(headers.get('retry-after')).toBe('5');
  expect(loggedFailure()).toMatch(/AbortError|TimeoutError/);

  proxies.secrets.mend();
  expect(await signIn()).toMatch(/^session=/);
});

describe('a database that does not answer', () => {
  const UNREACHABLE = 'The portal cannot reach its database. Please try again in a moment.';

  it('a read answers 503 while the database is silent, and its line lays it to no vendor', async () => {
    const cookie = await signIn();
    proxies.dataApi.fail('silent');
    const { status, body, headers } = await portal.call('GET', '/api/admin/users', { cookie });

    expect(status).toBe(503);
    expect(body).toEqual({ code: 'unavailable', message: UNREACHABLE });
    expect(headers.get('retry-after')).toBe('5');
    expect(loggedFailure()).toMatch(/AbortError|TimeoutError|aborted/);
    expect(loggedFailure()).toContain('"callsVendor":false');

    proxies.dataApi.mend();
    expect((await portal.call('GET', '/api/admin/users', { cookie })).status).toBe(200);
  });

  it('a write answers 503 when the database is silent at a commit, and the same key gets the one invoice', async () => {
    const cookie = await signIn();
    const before = await countInvoices();
    const key = crypto.randomUUID();
    proxies.dataApi.fail('silent', '/CommitTransaction');
    const { status, body } = await post(cookie, key);
    expect({ status, message: body.message }).toEqual({ status: 503, message: UNREACHABLE });

    proxies.dataApi.mend();
    expect((await post(cookie, key)).status).toBe(201);
    expect(await countInvoices()).toBe((before ?? 0) + 1);
  });

  it('a write answers 503 when the answer to a commit was lost, and the same key gets the written invoice', async () => {
    const cookie = await signIn();
    const before = await countInvoices();
    const key = crypto.randomUUID();
    proxies.dataApi.fail('lost', '/CommitTransaction');
    expect((await post(cookie, key)).status).toBe(503);
    expect(await countInvoices()).toBe((before ?? 0) + 1);

    proxies.dataApi.mend();
    expect((await post(cookie, key)).status).toBe(201);
    expect(await countInvoices()).toBe((before ?? 0) + 1);
  });

  it('reads and writes answer 503 while the database fails over, and the key of the write gets one invoice', async () => {
    const cookie = await signIn();
    const before = await countInvoices();
    const key = crypto.randomUUID();
    portal.dataApi.failNext('ExecuteStatement', '57P01');
    const read = await portal.call('GET', '/api/admin/users', { cookie });
    portal.dataApi.failNext('CommitTransaction', '08006');
    const written = await post(cookie, key);

    for (const { status, body, headers } of [read, written]) {
      expect({ status, body }).toEqual({ status: 503, body: { code: 'unavailable', message: UNREACHABLE } });
      expect(headers.get('retry-after')).toBe('5');
    }
    expect(loggedFailure()).toContain('SQLState 08006');
    expect((await post(cookie, key)).status).toBe(201);
    expect(await countInvoices()).toBe((before ?? 0) + 1);
  });
});

it('an invoice is issued although the queue never answers', async () => {
  const cookie = await signIn();
  const before = await countInvoices();
  proxies.queue.fail('silent');

  expect((await post(cookie, crypto.randomUUID())).status).toBe(201);
  expect(await countInvoices()).toBe((before ?? 0) + 1);
});

it('a download answers 503 while the drive is silent, and its line lays it to a vendor', async () => {
  const cookie = await signIn();
  const { id } = await issueInvoice(portal, { cookie }, userId);
  await portal.connection
    .update(invoices)
    .set({ file_name: 'INV-2026-000001.pdf', google_drive_file_id: '1NeverStored' })
    .where(eq(invoices.id, id));
  proxies.drive.fail('silent');
  const { status, body, headers } = await portal.call('GET', `/api/invoices/${id}/download`, { cookie });

  expect(status).toBe(503);
  expect(body.message).toBe('The cloud drive storage is not answering. Please try again in a moment.');
  expect(headers.get('retry-after')).toBe('30');
  expect(loggedFailure()).toContain('"callsVendor":true');

  proxies.drive.mend();
  // The drive answers again, and has no file of this id.
  expect((await portal.call('GET', `/api/invoices/${id}/download`, { cookie })).status).toBe(409);
});
