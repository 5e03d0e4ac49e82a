import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '#shared/contract/index.ts';
import { PENDING } from '#shared/ticket-codes.ts';
import { callBudgetOf, countCalls, helpdeskBudgetOf } from '#test/support/contract/call-budget.ts';
import { runCopy } from '#test/support/helpdesk/helpdesk-copy.ts';
import { addTicket, NO_LIMITS } from '#test/support/helpdesk/tickets.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
afterEach(() => portal.freshdesk.setOutage(undefined));

describe.each(allRoutes)('a request of %s', (routeId, route) => {
  const budget = callBudgetOf(routeId);
  const helpdeskBudget = helpdeskBudgetOf(routeId);

  it(`${routeId} needs at most ${budget} Data API calls and ${helpdeskBudget} helpdesk calls`, async () => {
    const { status, calls, helpdeskCalls } = await countCalls(portal, routeId);

    expect(status).toBe(route.status ?? 200);
    expect(calls).toBeLessThanOrEqual(budget);
    expect(helpdeskCalls.length, helpdeskCalls.join(', ')).toBeLessThanOrEqual(helpdeskBudget);
  });
});

/** Counts the calls of the Data API that a client's request makes. */
const countCallsOf = async (cookie: string, method: string, path: string, body: object) => {
  portal.freshdesk.setLimits(NO_LIMITS);
  portal.dataApi.calls.reset();
  const { status } = await portal.call(method, path, { cookie, body });

  return { status, calls: portal.dataApi.calls.total };
};

it("a client's first ticket, to a department, stays within the call budget of a new ticket", async () => {
  const cookie = await startSession(portal, await addUser(portal, {}));
  await runCopy(portal);
  const groups = (await portal.call('GET', '/api/support/groups', { cookie })).body;
  const body = { subject: 'No signal', description: 'It stopped.', department: groups[0].id };
  const { status, calls } = await countCallsOf(cookie, 'POST', '/api/support/tickets', body);

  expect(status).toBe(201);
  expect(calls).toBeLessThanOrEqual(callBudgetOf('tickets.create'));
});

it('a reply that opens its ticket again stays within the call budget of a reply', async () => {
  const userId = await addUser(portal, {});
  const cookie = await startSession(portal, userId);
  const ticketId = await addTicket(portal, { userId }, { status: PENDING });
  const path = `/api/support/tickets/${ticketId}/replies`;
  const { status, calls } = await countCallsOf(cookie, 'POST', path, { body: 'Still broken.' });

  expect(status).toBe(201);
  expect(calls).toBeLessThanOrEqual(callBudgetOf('tickets.reply'));
});

const others = allRoutes.filter(([routeId]) => helpdeskBudgetOf(routeId) === 0);

it.each(others)('%s makes no call of a helpdesk that hangs, and answers as usual', async (routeId, route) => {
  portal.freshdesk.setOutage('hang');
  const { status, helpdeskCalls } = await countCalls(portal, routeId);

  expect(status).toBe(route.status ?? 200);
  expect(helpdeskCalls).toEqual([]);
});
