import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activities } from '#functions/database/schema/client-tables.ts';
import { health, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import type { FreshdeskFault } from '#local/freshdesk/faults.ts';
import { findTicket, saveTicket } from '#local/freshdesk/ticket-records.ts';
import {
  addClient,
  addFile,
  addReply,
  forgetOutage,
  listCallsOf,
  openOwnTicket,
  openTicket,
} from '#test/support/helpdesk/conversations.ts';
import { addTicketMessage } from '#test/support/helpdesk/helpdesk-copy.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
  portal.freshdesk.setLimits({ total: 100_000, ticketUpdates: 100_000 });
});
afterAll(() => portal.stop());

beforeEach(() => forgetOutage(portal));

const close = (cookie: string, ticketId: number) =>
  portal.call('PATCH', `/api/support/tickets/${ticketId}/close`, { cookie });

const change = (ticketId: number, fields: object) => {
  const { context } = portal.freshdesk;
  saveTicket(context, { ...findTicket(context, ticketId), ...fields });
};
const statusAtHelpdesk = (ticketId: number) => findTicket(portal.freshdesk.context, ticketId).status;

const readCopy = async (ticketId: number) => {
  const [row] = await portal.connection
    .select()
    .from(helpdeskTickets)
    .where(eq(helpdeskTickets.id, ticketId));

  return row;
};
const listActivities = async (userId: number) => {
  const rows = await portal.connection
    .select()
    .from(activities)
    .where(eq(activities.user_id, userId))
    .orderBy(activities.id);

  return rows.filter((row) => row.activity_type === 'support').map((row) => row.description);
};

describe('closing a ticket', () => {
  it('a closing is refused without a call where the client has closed as many tickets in the hour as they may', async () => {
    const { cookie, userId, ticketId } = await openOwnTicket(portal);
    await portal.connection.insert(throttleCounters).values({
      bucket: `closings of user ${userId}`,
      count: 40,
      limit: 40,
      window_ends_at: new Date(Date.now() + 60_000).toISOString(),
    });

    const { result, calls } = await listCallsOf(portal, () => close(cookie, ticketId));

    expect(result).toMatchObject({
      status: 429,
      body: { message: 'You have closed many tickets within an hour. Please try again later.' },
    });
    expect(calls).toEqual([]);
  });

  it('a ticket is closed at the helpdesk and in the copy, with an activity, in two calls', async () => {
    const file = await addFile(portal);
    const { cookie, userId, ticketId } = await openOwnTicket(portal, { files: [file] });

    const { result, calls } = await listCallsOf(portal, () => close(cookie, ticketId));

    expect(result).toMatchObject({
      status: 200,
      body: { id: ticketId, status: 5, delivery: 'sent', attachments: [{ id: file }] },
    });
    expect(calls).toEqual(['tickets.view', 'tickets.update']);
    expect(statusAtHelpdesk(ticketId)).toBe(5);
    expect(await readCopy(ticketId)).toMatchObject({ status: 5, attachments: [{ id: file }] });
    expect(await listActivities(userId)).toEqual(['Ticket closed: No signal']);
  });

  it.each([
    [3, 200, undefined, 2],
    [4, 409, 'This ticket is already resolved.', 0],
    [5, 409, 'This ticket is already closed.', 0],
  ])('the closing of a ticket in status %d is answered with %d', async (status, expected, message, calls) => {
    const { cookie, ticketId } = await openOwnTicket(portal, { status });

    const asked = await listCallsOf(portal, () => close(cookie, ticketId));

    expect(asked.result.status).toBe(expected);
    if (message) {
      expect(asked.result.body).toEqual({ message, code: 'conflict' });
    }
    expect(asked.calls).toHaveLength(calls);
  });

  it('a ticket that an agent has resolved meanwhile cannot be closed, and the copy is updated', async () => {
    const { cookie, userId, ticketId } = await openOwnTicket(portal);
    change(ticketId, { status: 4 });

    const { result, calls } = await listCallsOf(portal, () => close(cookie, ticketId));

    expect(result).toMatchObject({ status: 409, body: { message: 'This ticket is already resolved.' } });
    expect(calls).toEqual(['tickets.view']);
    expect(await readCopy(ticketId)).toMatchObject({ status: 4 });
    expect(await listActivities(userId)).toEqual([]);
  });

  it('a ticket that still waits to be sent cannot be closed, and no call is made', async () => {
    const { cookie, userId } = await addClient(portal);
    const waiting = await addTicketMessage(portal, userId, {});

    const { result, calls } = await listCallsOf(portal, () => close(cookie, -waiting));

    expect(result).toMatchObject({
      status: 409,
      body: { message: 'This ticket still waits to be sent. You can withdraw it instead.' },
    });
    expect(calls).toEqual([]);
  });

  it('a ticket cannot be closed while a reply to it waits, but can after a reply that has failed', async () => {
    const { cookie, userId, ticketId } = await openOwnTicket(portal);
    await addReply(portal, userId, { ticketId }, { state: 'failed', error: 'It is too long' });
    const other = await openOwnTicket(portal);
    await addReply(portal, other.userId, { ticketId: other.ticketId });

    expect(await close(other.cookie, other.ticketId)).toMatchObject({
      status: 409,
      body: {
        message:
          'A reply to this ticket still waits to be sent. Please close the ticket once it is there, or withdraw the reply.',
      },
    });
    expect(await close(cookie, ticketId)).toMatchObject({ status: 200 });
  });

  it('a ticket is closed when the client names it by the negative id under which it was written', async () => {
    const { cookie, userId, ticketId } = await openOwnTicket(portal);
    const messageId = await addTicketMessage(portal, userId, { helpdeskId: ticketId });

    expect(await close(cookie, -messageId)).toMatchObject({ status: 200, body: { id: ticketId, status: 5 } });
  });

  it('the closing of a foreign, missing or uncopied ticket answers the same 404 without a call', async () => {
    const { cookie, contactId } = await addClient(portal);
    const foreign = await openOwnTicket(portal);
    const uncopied = await openTicket(portal, contactId, { isCopied: false });

    const { result, calls } = await listCallsOf(portal, () =>
      Promise.all([foreign.ticketId, uncopied, 999_999, -999_999].map((id) => close(cookie, id))),
    );

    for (const { status, body } of result) {
      expect([status, body]).toEqual([404, { message: 'Ticket not found', code: 'not_found' }]);
    }
    expect(calls).toEqual([]);
    expect(statusAtHelpdesk(foreign.ticketId)).toBe(2);
  });

  it('a ticket that now belongs to somebody else at the helpdesk is neither found nor closed', async () => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    change(ticketId, { requester_id: (await addClient(portal)).contactId });

    expect((await close(cookie, ticketId)).status).toBe(404);
    expect(statusAtHelpdesk(ticketId)).toBe(2);
  });

  it('a ticket that the helpdesk has deleted is not found, and its copy is left to the copying task', async () => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    change(ticketId, { deleted: true });

    expect((await close(cookie, ticketId)).status).toBe(404);
    expect(await readCopy(ticketId)).toBeDefined();
  });

  it('a ticket is closed once, with one activity, when the client closes it four times at once', async () => {
    const { cookie, userId, ticketId } = await openOwnTicket(portal);

    const answers = await Promise.all([1, 2, 3, 4].map(() => close(cookie, ticketId)));

    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) {
      expect([200, 409]).toContain(status);
    }
    expect(await listActivities(userId)).toEqual(['Ticket closed: No signal']);
  });
});

const DOWN = 'The helpdesk does not answer just now. Please try again.';
const NOT_FROM_HERE =
  'The helpdesk does not let this ticket be closed from here. Please ask for it in a reply.';

const FAULTS: [FreshdeskFault, number, string][] = [
  [{ status: 404 }, 404, 'Ticket not found'],
  [{ status: 400 }, 409, NOT_FROM_HERE],
  [{ status: 500 }, 503, DOWN],
];

describe('closing a ticket when the helpdesk fails', () => {
  it.each(FAULTS)(
    'a closing that meets %o at the helpdesk is answered with %i',
    async (fault, status, message) => {
      const { cookie, userId, ticketId } = await openOwnTicket(portal);
      portal.freshdesk.failNext('tickets.update', fault);

      const answer = await close(cookie, ticketId);

      expect(answer).toMatchObject({ status, body: { message } });
      expect(await portal.connection.select().from(health)).toEqual([]);
      expect(await readCopy(ticketId)).toMatchObject({ status: 2 });
      expect(await listActivities(userId)).toEqual([]);
    },
  );

  it('a closing is refused at once while the helpdesk counts as down, and nothing is stored', async () => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    await portal.connection
      .insert(health)
      .values({ name: 'helpdesk', state: 'Down', checked_at: new Date().toISOString() });

    const { result, calls } = await listCallsOf(portal, () => close(cookie, ticketId));

    expect(result).toMatchObject({ status: 503, body: { message: DOWN } });
    expect(calls).toEqual([]);
    expect(statusAtHelpdesk(ticketId)).toBe(2);
  });

  it('a ticket is reported as already closed when its first closing succeeded but the answer was lost', async () => {
    const { cookie, ticketId } = await openOwnTicket(portal);
    portal.freshdesk.failNext('tickets.update', 'drop-after');
    expect((await close(cookie, ticketId)).status).toBe(503);
    await forgetOutage(portal);

    expect(await close(cookie, ticketId)).toMatchObject({
      status: 409,
      body: { message: 'This ticket is already closed.' },
    });
    expect(await readCopy(ticketId)).toMatchObject({ status: 5 });
  });
});
