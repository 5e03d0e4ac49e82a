import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '#shared/contract/index.ts';
import { callBudgetOf, countCalls } from '#test/support/call-budget.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

describe.each(allRoutes)('a request of %s', (routeId, route) => {
  it(`succeeds with at most ${callBudgetOf(routeId)} calls of the Data API`, async () => {
    const { status, calls } = await countCalls(portal, routeId);

    expect(status).toBe(route.status ?? 200);
    expect(calls).toBeLessThanOrEqual(callBudgetOf(routeId));
  });
});
