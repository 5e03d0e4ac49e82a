import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { HELPDESK_FAULTS } from '#functions/ports/database/tickets/helpdesk-faults.ts';
import { OPEN, RESOLVED } from '#shared/tickets/ticket-codes.ts';
import { countLevels } from '#test/support/contract/count-levels.ts';
import { measureCalls } from '#test/support/helpdesk/measure-calls.ts';
import { addSupportContact, addTicket, NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let client: Awaited<ReturnType<typeof addSignedInUser>>;

beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES });
  portal.freshdesk.setLimits(NO_LIMITS);
});
afterAll(() => portal.stop());
beforeEach(async () => {
  client = await addSignedInUser(portal);
});

const send = async (path: string, body: object) => {
  const answer = await portal.call('POST', `/api/support/tickets${path}`, { cookie: client.cookie, body });
  expect(answer.status).toBe(201);
};
const sendTicket = () => send('', { subject: 'No signal', description: 'It stopped.' });
const sendReply = (ticketId: number) => send(`/${ticketId}/replies`, { body: 'Still broken.' });
const create = () => measureCalls(portal, sendTicket);
const reply = (ticketId: number) => measureCalls(portal, () => sendReply(ticketId));

it("nothing runs after the answer to a client's first ticket, and its calls of the helpdesk share a connection", async () => {
  expect(await create()).toEqual({ isNewConnection: [true, false], afterAnswer: 0 });
});

it('nothing runs after the answer to a reply, and another reply has a connection of its own', async () => {
  await addSupportContact(portal, client);
  const ticketId = await addTicket(portal, client);

  for (let time = 0; time < 2; time += 1) {
    expect(await reply(ticketId)).toEqual({ isNewConnection: [true, false], afterAnswer: 0 });
  }
});

it("nothing runs after the answer to a ticket while the helpdesk's own record is read beside it", async () => {
  await addSupportContact(portal, client);
  await portal.connection.insert(throttleCounters).values({
    bucket: HELPDESK_FAULTS.name,
    count: 1,
    limit: HELPDESK_FAULTS.limit,
    window_ends_at: new Date(Date.now() + 60_000).toISOString(),
  });

  expect(await create()).toMatchObject({ afterAnswer: 0 });
  expect(portal.freshdesk.listCalls().slice(-2)).toContain('agents.me');
});

it.each([
  ['an open ticket', OPEN, 8],
  ['a resolved ticket, whose job opens it,', RESOLVED, 8],
])('a reply to %s waits for its calls one after the other', async (_case, status, depth) => {
  await addSupportContact(portal, client);
  const ticketId = await addTicket(portal, client, { status });

  expect((await countLevels(portal, () => sendReply(ticketId))).levels).toBe(depth);
});

it('a ticket waits for seven calls one after the other', async () => {
  await addSupportContact(portal, client);

  expect((await countLevels(portal, sendTicket)).levels).toBe(7);
});
