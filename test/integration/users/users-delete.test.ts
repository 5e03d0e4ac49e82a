import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { passkeys, recoveryCodes, sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { invoiceItems, invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { auditLog, idempotencyKeys, throttleCounters } from '#functions/database/schema/system-tables.ts';
import {
  helpdeskEntries,
  helpdeskMessages,
  helpdeskTickets,
} from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { RECOVERY_CODES } from '#shared/contract/limits.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addRecoveryCodes } from '#test/support/factors/add-recovery-codes.ts';
import { addStoredPasskey } from '#test/support/factors/add-stored-passkey.ts';
import { addTotp } from '#test/support/factors/add-totp.ts';
import { addTicketCopy } from '#test/support/helpdesk/ticket-copies.ts';
import { issueInvoice, LINE_ITEMS } from '#test/support/invoices/issue-invoice.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addSignedInUser, addUser, addUserWhoSignsIn } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

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

/** Adds a client with a row in every table that holds data of a client. */
const addBusyClient = async () => {
  const client = await addUserWhoSignsIn(portal);
  const { userId } = client;
  const { id: ticketId, contactId: requester_id } = await addTicketCopy(portal, { userId });

  await portal.call('POST', `/api/admin/users/${userId}/services`, {
    ...admin,
    body: { serviceCategory: 'SIM Card', pricePerMonth: 337 },
  });
  await portal.connection.insert(helpdeskEntries).values({
    id: ticketId,
    ticket_id: ticketId,
    author_kind: 'agent',
    body: 'We are on it.',
    body_text: 'We are on it.',
    attachments: [],
    created_at: now(),
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
  await addStoredPasskey(portal, userId);
  await addTotp(portal, userId);
  await addRecoveryCodes(portal, userId);
  const invoice = await issueInvoice(portal, admin, userId);
  await moneyCalls(portal, admin).writeOffClients([userId]);

  return { ...client, requester_id, ticketId, invoice };
};

type Client = Awaited<ReturnType<typeof addBusyClient>>;

/** Counts the rows of the client in each table. */
const countOwned = async ({ userId, requester_id, ticketId, invoice }: Client) => ({
  users: await countRows(portal, users, eq(users.User_Id, userId)),
  sessions: await countRows(portal, sessions, eq(sessions.user_id, userId)),
  passkeys: await countRows(portal, passkeys, eq(passkeys.user_id, userId)),
  totp: await countRows(portal, totpFactors, eq(totpFactors.user_id, userId)),
  recoveryCodes: await countRows(portal, recoveryCodes, eq(recoveryCodes.user_id, userId)),
  services: await countRows(portal, services, eq(services.user_id, userId)),
  activities: await countRows(portal, activities, eq(activities.user_id, userId)),
  tickets: await countRows(portal, helpdeskTickets, eq(helpdeskTickets.requester_id, requester_id)),
  entries: await countRows(portal, helpdeskEntries, eq(helpdeskEntries.ticket_id, ticketId)),
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
  passkeys: 1,
  totp: 1,
  recoveryCodes: RECOVERY_CODES,
  services: 1,
  activities: 4,
  tickets: 1,
  entries: 1,
  messages: 1,
  keptAnswers: 1,
  counters: 4,
  invoices: 1,
  lines: LINE_ITEMS.length,
  retained: 0,
};
const NOTHING = Object.fromEntries(Object.keys(BEFORE).map((name) => [name, 0]));

describe('deleting a user', () => {
  it('a deletion takes all data of a user, retains the invoice without a user, and leaves other clients alone', async () => {
    const client = await addBusyClient();
    const other = await addBusyClient();
    expect(await countOwned(client)).toEqual(BEFORE);

    expect(await remove(client.userId)).toMatchObject({ status: 204 });

    expect(await countOwned(client)).toEqual({ ...NOTHING, retained: 1 });
    expect(await countOwned(other)).toEqual(BEFORE);
    expect(await portal.call('GET', '/api/user', client)).toMatchObject({ status: 401 });
    expect(await remove(client.userId)).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  it('the audit log stays when a user is deleted, and the deletion is added to it', async () => {
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

  it.each([
    ['a client', () => addSignedInUser(portal), 403],
    ['nobody', async () => ({ cookie: '' }), 401],
  ])('the deletion of a user is refused to %s', async (_, signIn, status) => {
    const userId = await addUser(portal, {});
    const { cookie } = await signIn();

    expect(await remove(userId, cookie)).toMatchObject({ status });
    expect(await countRows(portal, users, eq(users.User_Id, userId))).toBe(1);
  });

  it('administrators cannot delete their own account', async () => {
    expect(await remove(admin.userId)).toMatchObject({
      status: 409,
      body: { message: 'You cannot delete your own account.' },
    });
    expect(await portal.call('GET', '/api/user', admin)).toMatchObject({ status: 200 });
  });

  it.each(['0', '-1', '1.5', 'abc'])('the deletion of the user id %s answers 400', async (id) => {
    expect(await remove(id)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('a deletion in which a step fails', () => {
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
    for (const [table] of STEPS) {
      await owner.execute(sql.raw(`drop trigger if exists planted on ${table}`));
    }
  });

  it.each(STEPS)(
    'everything stays as it was when the deletion of a user fails at %s (%s)',
    async (table, event) => {
      const client = await addBusyClient();
      await failAt(table, event);

      expect(await remove(client.userId)).toMatchObject({ status: 500 });

      expect(await countOwned(client)).toEqual(BEFORE);
      expect(await portal.call('GET', '/api/user', client)).toMatchObject({ status: 200 });
    },
  );
});
