import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPeople, MAIN_ROUTES } from '#test/support/contract/main-routes.ts';
import { NO_LIMITS, NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { delayVendors } from '#test/support/portal/real-delays.ts';

const TIMES = 4;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES });
  portal.freshdesk.setLimits(NO_LIMITS);
});
afterAll(() => portal.stop());

describe('at the delays of the real vendors', () => {
  it.each(MAIN_ROUTES)('$what answers $good at the delays of the real vendors', async ({ good, prepare }) => {
    const people = await addPeople(portal);
    const requests = [];
    for (let time = 0; time < TIMES; time += 1) {
      requests.push(await prepare(portal, people));
    }

    const endDelays = delayVendors(portal);
    const answers = [];
    for (const request of requests) {
      answers.push(await request());
    }
    endDelays();

    expect(answers).toEqual(Array(TIMES).fill(good));
  });
});
