import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '#shared/contract/index.ts';
import { callBudgetOf, countCalls, helpdeskBudgetOf } from '#test/support/call-budget.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
afterEach(() => portal.freshdesk.setOutage(undefined));

describe.each(allRoutes)('a request of %s', (routeId, route) => {
  const budget = callBudgetOf(routeId);
  const helpdeskBudget = helpdeskBudgetOf(routeId);

  it(`succeeds with at most ${budget} calls of the Data API and ${helpdeskBudget} of the helpdesk`, async () => {
    const { status, calls, helpdeskCalls } = await countCalls(portal, routeId);

    expect(status).toBe(route.status ?? 200);
    expect(calls).toBeLessThanOrEqual(budget);
    expect(helpdeskCalls.length, helpdeskCalls.join(', ')).toBeLessThanOrEqual(helpdeskBudget);
  });
});

const others = allRoutes.filter(([routeId]) => helpdeskBudgetOf(routeId) === 0);

it.each(others)(
  '%s asks nothing of a helpdesk that hangs, and does not notice it',
  async (routeId, route) => {
    portal.freshdesk.setOutage('hang');
    const { status, helpdeskCalls } = await countCalls(portal, routeId);

    expect(status).toBe(route.status ?? 200);
    expect(helpdeskCalls).toEqual([]);
  },
);
