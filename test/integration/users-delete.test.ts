import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  activities,
  auditLog,
  helpdeskMessages,
  helpdeskTickets,
  idempotencyKeys,
  invoiceItems,
  invoices,
  retainedInvoices,
  services,
  sessions,
  throttleCounters,
  users,
} from '#functions/database/schema.ts';
import { addSignedInUser, addUser } from '#test/support/accounts.ts';
import { countRows } from '#test/support/count-rows.ts';
import { listStoredPdfs, readJobRow, runPdfJob } from '#test/support/invoice-jobs.ts';
import { issueInvoice, LINE_ITEMS } from '#test/support/issue-invoice.ts';
import { connectAsOwner } from '#test/support/owner-connection.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

const remove = (userId: number | string, cookie = admin.cookie) =>
  portal.call('DELETE', `/api/admin/users/${userId}`, { cookie });

const now = () => new Date().toISOString();

/** A client with a row in every table that holds something of a client. */
const addBusyClient = async () => {
  const client = await addSignedInUser(portal, { User_Support_Id: 70_000 + Math.floor(Math.random() * 1e6) });
  const { userId } = client;
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
  const requester_id = row?.User_Support_Id ?? 0;

  await portal.call('POST', `/api/admin/users/${userId}/services`, {
    ...admin,
    body: { serviceCategory: 'SIM Card', pricePerMonth: 337 },
  });
  await portal.connection.insert(helpdeskTickets).values({
    id: requester_id,
    requester_id,
    status: 2,
    created_at: now(),
    updated_at: now(),
    fetched_at: now(),
    ticket: {},
  });
  await portal.connection.insert(helpdeskMessages).values({ user_id: userId, kind: 'ticket', payload: {} });
  await portal.connection
    .insert(idempotencyKeys)
    .values({ user_id: userId, route: 'tickets.create', key: crypto.randomUUID(), body_hash: 'x' });
  await portal.connection.insert(throttleCounters).values({
    bucket: `sign-in user ${userId}`,
    user_id: userId,
    count: 3,
    limit: 10,
    window_ends_at: now(),
  });
  const invoice = await issueInvoice(portal, admin, userId);

  return { ...client, requester_id, invoice };
};

type Client = Awaited<ReturnType<typeof addBusyClient>>;

/** How many rows each table holds of the client. */
const countOwned = async ({ userId, requester_id, invoice }: Client) => ({
  users: await countRows(portal, users, eq(users.User_Id, userId)),
  sessions: await countRows(portal, sessions, eq(sessions.user_id, userId)),
  services: await countRows(portal, services, eq(services.user_id, userId)),
  activities: await countRows(portal, activities, eq(activities.user_id, userId)),
  tickets: await countRows(portal, helpdeskTickets, eq(helpdeskTickets.requester_id, requester_id)),
  messages: await countRows(portal, helpdeskMessages, eq(helpdeskMessages.user_id, userId)),
  keptAnswers: await countRows(portal, idempotencyKeys, eq(idempotencyKeys.user_id, userId)),
  counters: await countRows(portal, throttleCounters, eq(throttleCounters.user_id, userId)),
  invoices: await countRows(portal, invoices, eq(invoices.user_id, userId)),
  lines: await countRows(portal, invoiceItems, eq(invoiceItems.invoice_id, invoice.id)),
  retained: await countRows(portal, retainedInvoices, eq(retainedInvoices.id, invoice.id)),
});

const BEFORE = {
  users: 1,
  sessions: 1,
  services: 1,
  activities: 3,
  tickets: 1,
  messages: 1,
  keptAnswers: 1,
  counters: 3,
  invoices: 1,
  lines: LINE_ITEMS.length,
  retained: 0,
};
const NOTHING = Object.fromEntries(Object.keys(BEFORE).map((name) => [name, 0]));

const readRetained = async (invoiceId: number) => {
  const [row] = await portal.connection
    .select()
    .from(retainedInvoices)
    .where(eq(retainedInvoices.id, invoiceId));

  return row;
};

describe('deleting a user', () => {
  it('takes all that is theirs, keeps the invoice for nobody, and leaves other clients alone', async () => {
    const client = await addBusyClient();
    const other = await addBusyClient();
    expect(await countOwned(client)).toEqual(BEFORE);

    expect(await remove(client.userId)).toMatchObject({ status: 204 });

    expect(await countOwned(client)).toEqual({ ...NOTHING, retained: 1 });
    expect(await countOwned(other)).toEqual(BEFORE);
    expect(await portal.call('GET', '/api/user', client)).toMatchObject({ status: 401 });
    expect(await remove(client.userId)).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  it('keeps each invoice as it was issued for five years from its date', async () => {
    const userId = await addUser(portal, {
      User_Name: 'Lerato',
      User_Surname: 'Mokoena',
      User_Town: 'Paarl',
    });
    const { id, invoiceNumber } = await issueInvoice(portal, admin, userId);
    await portal.call('PATCH', `/api/invoices/${id}/status`, { ...admin, body: { status: 'paid' } });
    await portal.connection
      .update(invoices)
      .set({ created_at: '2024-02-29T08:00:00.000Z' })
      .where(eq(invoices.id, id));

    await remove(userId);

    expect(await readRetained(id)).toEqual({
      id,
      invoice_number: invoiceNumber,
      total_amount: '436.50',
      status: 'paid',
      buyer: expect.objectContaining({ name: 'Lerato Mokoena', town: 'Paarl' }),
      supplier: expect.objectContaining({ vatNumber: null }),
      lines: [
        { description: LINE_ITEMS[0]?.description, amount: '337.00' },
        { description: LINE_ITEMS[1]?.description, amount: '99.50' },
      ],
      google_drive_file_id: null,
      created_at: '2024-02-29T08:00:00.000Z',
      delete_after: '2029-02-28T08:00:00.000Z',
    });
  });

  it('leaves the audit log as it was and adds itself to it', async () => {
    const client = await addSignedInUser(portal);
    const ofClient = () => countRows(portal, auditLog, eq(auditLog.actor_id, client.userId));
    const before = await ofClient();

    await remove(client.userId);

    expect(await ofClient()).toBe(before);
    const [last] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(last).toMatchObject({
      actor_id: admin.userId,
      action: 'users.delete',
      record: `user ${client.userId}`,
      changes: [],
    });
  });

  it('costs at most seven calls to the database', async () => {
    const { userId } = await addBusyClient();
    portal.dataApi.calls.reset();

    await remove(userId);

    expect(portal.dataApi.calls.total).toBeLessThanOrEqual(7);
  });

  it.each([
    ['a client', () => addSignedInUser(portal), 403],
    ['nobody', async () => ({ cookie: '' }), 401],
  ])('is not for %s', async (_, signIn, status) => {
    const userId = await addUser(portal, {});
    const { cookie } = await signIn();

    expect(await remove(userId, cookie)).toMatchObject({ status });
    expect(await countRows(portal, users, eq(users.User_Id, userId))).toBe(1);
  });

  it('is refused to an administrator for their own account', async () => {
    expect(await remove(admin.userId)).toMatchObject({
      status: 409,
      body: { message: 'You cannot delete your own account.' },
    });
    expect(await portal.call('GET', '/api/user', admin)).toMatchObject({ status: 200 });
  });

  it.each(['0', '-1', '1.5', 'abc'])('answers 400 for the id %s', async (id) => {
    expect(await remove(id)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('a deletion of which a step fails', () => {
  const STEPS = [
    ['retained_invoices', 'insert'],
    ['invoices', 'delete'],
    ['helpdesk_tickets', 'delete'],
    ['services', 'delete'],
    ['users', 'delete'],
    ['audit_log', 'insert'],
  ] as const;

  const failAt = async (table: string, event: string) => {
    const owner = connectAsOwner();
    await owner.execute(
      sql.raw(`
      create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'planted'; end $$`),
    );
    await owner.execute(
      sql.raw(`create trigger planted before ${event} on ${table} for each row execute function refuse()`),
    );
  };

  afterEach(async () => {
    const owner = connectAsOwner();
    for (const [table] of STEPS) await owner.execute(sql.raw(`drop trigger if exists planted on ${table}`));
  });

  it.each(STEPS)('at %s (%s) leaves everything as it was', async (table, event) => {
    const client = await addBusyClient();
    await failAt(table, event);

    expect(await remove(client.userId)).toMatchObject({ status: 500 });

    expect(await countOwned(client)).toEqual(BEFORE);
    expect(await portal.call('GET', '/api/user', client)).toMatchObject({ status: 200 });
  });
});

describe('the PDF of an invoice whose client is deleted', () => {
  it('is finished if it was still queued, and its file is known', async () => {
    const userId = await addUser(portal, {});
    const { id, invoiceNumber } = await issueInvoice(portal, admin, userId);
    await remove(userId);

    await runPdfJob(portal, id);

    expect(await readJobRow(portal, id)).toMatchObject({ state: 'completed' });
    expect(listStoredPdfs(portal)).toContain(`${invoiceNumber}.pdf`);
    expect(await readRetained(id)).toMatchObject({ google_drive_file_id: expect.stringMatching(/^1/) });
  });

  it('is finished if the deletion comes between two of its steps', async () => {
    const userId = await addUser(portal, {});
    const { id, invoiceNumber } = await issueInvoice(portal, admin, userId);
    portal.drive.failNext('files.create', 503);
    await expect(runPdfJob(portal, id)).rejects.toThrow();
    const [before] = await portal.connection.select().from(invoices).where(eq(invoices.id, id));

    await remove(userId);
    await runPdfJob(portal, id);

    expect(await readJobRow(portal, id)).toMatchObject({ state: 'completed' });
    expect(listStoredPdfs(portal).filter((name) => name === `${invoiceNumber}.pdf`)).toHaveLength(1);
    expect(await readRetained(id)).toMatchObject({ google_drive_file_id: before?.google_drive_file_id });
  });

  it('stays on the drive, and no route reads, retries or cancels it', async () => {
    const client = await addSignedInUser(portal);
    const { id, invoiceNumber } = await issueInvoice(portal, admin, client.userId);
    await runPdfJob(portal, id);

    await remove(client.userId);

    expect(listStoredPdfs(portal)).toContain(`${invoiceNumber}.pdf`);
    for (const [method, path] of [
      ['GET', 'progress'],
      ['GET', 'download'],
      ['POST', 'retry'],
      ['POST', 'cancel'],
    ] as const) {
      expect(await portal.call(method, `/api/invoices/${id}/${path}`, admin)).toMatchObject({ status: 404 });
    }
    const list = await portal.call('GET', `/api/users/${client.userId}/invoices`, admin);
    expect(list).toMatchObject({ status: 404 });
  });

  it.each(['failed', 'cancelled', 'queued'])('cannot be started or stopped while it is %s', async (state) => {
    const userId = await addUser(portal, {});
    const { id } = await issueInvoice(portal, admin, userId);
    await portal.connection.execute(
      sql`update invoice_jobs set state = ${state}, steps = '[]' where invoice_id = ${id}`,
    );
    await remove(userId);

    for (const path of ['retry', 'cancel']) {
      expect(await portal.call('POST', `/api/invoices/${id}/${path}`, admin)).toMatchObject({ status: 404 });
    }
    expect(await readJobRow(portal, id)).toMatchObject({ state });
  });

  it('has a number that no later invoice gets', async () => {
    const userId = await addUser(portal, {});
    const gone = await issueInvoice(portal, admin, userId);
    await remove(userId);

    const next = await issueInvoice(portal, admin, await addUser(portal, {}));

    const numberOf = (invoice: { invoiceNumber: string }) => Number(invoice.invoiceNumber.slice(-6));
    expect(numberOf(next)).toBe(numberOf(gone) + 1);
  });
});
