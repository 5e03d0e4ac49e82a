import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { helpdeskCopy } from '#functions/database/schema/tickets-tables.ts';
import { OPEN, RESOLVED } from '#shared/ticket-codes.ts';
import { addSupportContact, addTicket, NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { measureCalls } from '#test/support/portal/call-depth.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** As many calls as a client may wait for, one after the other. */
const DEPTH_MAX = 8;

let portal: TestPortal;
let client: Awaited<ReturnType<typeof addSignedInUser>>;

beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES });
  portal.freshdesk.setLimits(NO_LIMITS);
  await portal.connection.update(helpdeskCopy).set({ groups: portal.freshdesk.context.store.groups.list() });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  client = await addSignedInUser(portal);
});

const send = async (path: string, body: object) => {
  const answer = await portal.call('POST', `/api/support/tickets${path}`, { cookie: client.cookie, body });
  expect(answer.status).toBe(201);
};
const create = (more: object = {}) =>
  measureCalls(portal, () => send('', { subject: 'No signal', description: 'It stopped.', ...more }));
const reply = (ticketId: number) =>
  measureCalls(portal, () => send(`/${ticketId}/replies`, { body: 'Still broken.' }));

it('a ticket waits for six calls one after the other, one of them of the helpdesk', async () => {
  await addSupportContact(portal, client);

  expect(await create()).toEqual({ depth: 6, isNewConnection: [true], afterAnswer: 0 });
});

it("a client's first ticket, with a department, waits for no more than eight calls", async () => {
  const billing = portal.freshdesk.context.store.groups.list().find(({ name }) => name === 'Billing');
  const { depth, ...calls } = await create({ department: billing?.id });

  expect(calls).toEqual({ isNewConnection: [true, false], afterAnswer: 0 });
  expect(depth).toBeLessThanOrEqual(DEPTH_MAX);
});

it.each([
  ['an open ticket waits for seven calls', OPEN, 7],
  ['a resolved ticket waits for one more, which has its job open the ticket', RESOLVED, 8],
])('a reply to %s', async (_case, status, depth) => {
  await addSupportContact(portal, client);
  const ticketId = await addTicket(portal, client, { status });

  expect(await reply(ticketId)).toEqual({ depth, isNewConnection: [true, false], afterAnswer: 0 });
});

it('the connection of a reply is closed with its answer', async () => {
  await addSupportContact(portal, client);
  const ticketId = await addTicket(portal, client);
  await reply(ticketId);

  expect((await reply(ticketId)).isNewConnection).toEqual([true, false]);
});
