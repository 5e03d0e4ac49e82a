import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { services } from '#functions/database/schema/services-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { helpdeskCopy } from '#functions/database/schema/tickets-tables.ts';
import { addTicketMessage } from '#test/support/helpdesk/helpdesk-copy.ts';
import { addTicketCopy } from '#test/support/helpdesk/ticket-copies.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { admin, client, portal } from '#test/support/portal/shared-portal.ts';

const readRows = () => portal.connection.select().from(services).where(eq(services.user_id, client.userId));

const lastAudit = async () => {
  const [row] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);

  return row;
};

const addService = (body: object, headers = {}) =>
  portal.call('POST', `/api/admin/users/${client.userId}/services`, { cookie: admin.cookie, body, headers });

describe('a service', () => {
  it('a service is stored with the defaults of the specification', async () => {
    const { status, body } = await addService({});
    const [row] = await readRows();

    expect(status).toBe(201);
    expect(row).toMatchObject({
      id: body.id,
      service_category: 'SIM Card',
      price_per_month: '0.00',
      status: 'active',
      msisdn: null,
    });
  });

  it('a service whose body repeats the user id of the path is accepted', async () => {
    const { status, body } = await addService({ userId: client.userId });

    expect(status).toBe(201);
    expect((await readRows()).map(({ id }) => id)).toContain(body.id);
  });

  it('fields of a service that an edit does not send stay, and only the changed ones are audited', async () => {
    const { body } = await addService({
      accountType: 'Fixed 5G',
      msisdn: '082 111 2222',
      pricePerMonth: 397,
    });

    const edited = await portal.call('PUT', `/api/admin/services/${body.id}`, {
      cookie: admin.cookie,
      body: { accountType: 'Fixed 5G', msisdn: '0831112222', pricePerMonth: 412.5, status: 'suspended' },
    });
    const [row] = await portal.connection.select().from(services).where(eq(services.id, body.id));

    expect(edited).toMatchObject({ status: 200, body: { pricePerMonth: 412.5, status: 'suspended' } });
    expect(row).toMatchObject({
      service_category: 'SIM Card',
      account_type: 'Fixed 5G',
      msisdn: '+27831112222',
      price_per_month: '412.50',
      status: 'suspended',
    });
    expect((await lastAudit())?.changes).toEqual({ msisdn: null, pricePerMonth: 412.5, status: 'suspended' });
  });

  it('a service stays as it is after an edit without fields', async () => {
    const { body } = await addService({ accountType: 'Fixed 5G' });
    const edited = await portal.call('PUT', `/api/admin/services/${body.id}`, {
      cookie: admin.cookie,
      body: {},
    });

    expect(edited.status).toBe(200);
    expect(edited.body).toEqual({ ...body, updatedAt: edited.body.updatedAt });
  });

  it('a service is deleted, and a second deletion answers 404', async () => {
    const { body } = await addService({});
    const remove = () => portal.call('DELETE', `/api/admin/services/${body.id}`, { cookie: admin.cookie });

    expect((await remove()).status).toBe(204);
    expect((await readRows()).map(({ id }) => id)).not.toContain(body.id);
    expect(await remove()).toMatchObject({ status: 404, body: { message: 'Service not found' } });
  });

  it('a service is written once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const before = (await readRows()).length;

    const first = await addService({ accountType: 'Voice' }, headers);
    const second = await addService({ accountType: 'Voice' }, headers);

    expect(second.body).toEqual(first.body);
    expect(await readRows()).toHaveLength(before + 1);
  });

  it.each([
    ['an empty category', { serviceCategory: ' ' }, 'serviceCategory', 'Service category is required'],
    ['a negative price', { pricePerMonth: -1 }, 'pricePerMonth', 'Price must be 0 or more'],
    [
      'a price with three decimals',
      { pricePerMonth: 1.005 },
      'pricePerMonth',
      'Amount must have at most two decimals',
    ],
    ['a price as text', { pricePerMonth: '12' }, 'pricePerMonth', 'Price per month must be a number'],
    [
      'a name that is too long',
      { accountUsername: 'x'.repeat(101) },
      'accountUsername',
      'Must be at most 100 characters',
    ],
    [
      "another user than the path's",
      { userId: 2_000_000_000 },
      'userId',
      'User id must be the same as in the address',
    ],
  ])('a service with %s is refused, and nothing is written', async (_, body, field, sentence) => {
    const before = await readRows();
    const answer = await addService(body);

    expect(answer).toMatchObject({ status: 400, body: { message: sentence, fields: { [field]: sentence } } });
    expect(await readRows()).toEqual(before);
  });

  it('a service for a missing client answers 404', async () => {
    const answer = await portal.call('POST', '/api/admin/users/999999/services', {
      cookie: admin.cookie,
      body: {},
    });

    expect(answer).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });
});

it("a client's active services are counted, and the tickets that are open, pending or wait to be sent, and those that wait for the client", async () => {
  const { userId, cookie } = await addSignedInUser(portal);
  const of = { user_id: userId, service_category: 'Internet' };
  await portal.connection.insert(services).values([of, of, { ...of, status: 'pending' }]);
  for (const status of [2, 2, 3, 4, 5]) {
    await addTicketCopy(portal, { userId, status });
  }
  await addTicketCopy(portal);
  await addTicketMessage(portal, userId, {});
  await addTicketMessage(portal, userId, { state: 'failed' });

  const { body } = await portal.call('GET', '/api/client/stats', { cookie });
  const status = await portal.call('GET', '/api/support/status', { cookie });
  expect(body).toMatchObject({ activeServices: 2, openTickets: 4, waitingTickets: 1 });
  expect(status.body).toMatchObject({ open: 4, total: 7 });
});

it('a client counts as billed from their first invoice on, whatever others have', async () => {
  const { userId, cookie } = await addSignedInUser(portal);
  const readIsBilled = async () => (await portal.call('GET', '/api/client/stats', { cookie })).body.isBilled;
  const bill = (id: number) =>
    portal.call('POST', '/api/invoices', {
      cookie: admin.cookie,
      body: { userId: id, lineItems: [{ description: 'Line rental', amount: 10 }] },
    });
  await bill(client.userId);
  expect(await readIsBilled()).toBe(false);

  await bill(userId);
  expect(await readIsBilled()).toBe(true);
});

it('a client gets their 20 tickets with the latest answers, also old ones, and none of another client; none before the first copy', async () => {
  const { userId, cookie } = await addSignedInUser(portal);
  const answeredOn = (day: number) => ({
    status: day % 2 === 0 ? 2 : 5,
    created_at: new Date(Date.UTC(2026, 9, 31 - day)).toISOString(),
    ticket: { agentRespondedAt: new Date(Date.UTC(2026, 10, day)).toISOString() },
  });
  const answered: { id: number; agent_responded_at: string }[] = [];
  for (let day = 21; day >= 1; day -= 1) {
    const copy = answeredOn(day);
    const { id } = await addTicketCopy(portal, { userId, ...copy });
    answered.push({ id, agent_responded_at: copy.ticket.agentRespondedAt });
  }
  await addTicketCopy(portal, { userId, ticket: { agentRespondedAt: null } });
  await addTicketCopy(portal, { userId });
  await addTicketCopy(portal, answeredOn(25));

  const readAnswered = async (refreshedAt: string | null) => {
    await portal.connection.update(helpdeskCopy).set({ refreshed_at: refreshedAt });

    return (await portal.call('GET', '/api/client/stats', { cookie })).body.answeredTickets;
  };
  expect(await readAnswered(null)).toBeNull();
  expect(await readAnswered(new Date().toISOString())).toEqual(answered.slice(0, 20));
});
