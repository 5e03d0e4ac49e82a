import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPeople, MAIN_ROUTES } from '#test/support/main-routes.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';
import { delayVendors } from '#test/support/real-delays.ts';
import { NO_LIMITS, NO_SHARES } from '#test/support/tickets.ts';

const TIMES = 4;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES });
  portal.freshdesk.setLimits(NO_LIMITS);
});
afterAll(() => portal.stop());

describe('at the delays of the real vendors', () => {
  it.each(MAIN_ROUTES)('$what answers $good', async ({ good, prepare }) => {
    const people = await addPeople(portal);
    const requests = [];
    for (let time = 0; time < TIMES; time += 1) requests.push(await prepare(portal, people));

    const endDelays = delayVendors(portal);
    const answers = [];
    for (const request of requests) answers.push(await request());
    endDelays();

    expect(answers).toEqual(Array(TIMES).fill(good));
  });
});
