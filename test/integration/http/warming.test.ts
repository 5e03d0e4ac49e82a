import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WARMING_CALL } from '#shared/warming.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

it("a schedule's call ends before the gate, and calls nothing", async () => {
  let calls = 0;
  portal.dataApi.delayCalls(async () => {
    calls += 1;
  });
  const { handler } = await import('#functions/handlers/auth/options.ts');

  expect(await handler(WARMING_CALL, {} as Context)).toBeUndefined();
  expect(calls).toBe(0);
});

it('a request cannot pass as the call of a schedule', async () => {
  const answer = await portal.call('POST', '/api/login?warming=true', { body: WARMING_CALL });

  expect(answer.status).toBe(400);
});
