import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { makeLambdaContext } from '#local/aws/lambda-context.ts';
import { WARMING_CALL } from '#shared/warming.ts';
import { type FaultyProxy, startFaultyProxy } from '#test/support/faults/faulty-proxy.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let keyStore: FaultyProxy;

beforeAll(async () => {
  portal = await startTestPortal();
  keyStore = await startFaultyProxy(portal.secrets.url);
  // No handler is loaded yet, so each will read its keys through this proxy.
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = keyStore.url;
});
afterAll(async () => {
  await portal.stop();
  await keyStore.close();
});

const warm = async () => {
  const { handler } = await import('#functions/handlers/auth/options.ts');

  return handler(WARMING_CALL, makeLambdaContext('auth.options', 29));
};

const minutesPass = (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

it("a schedule's call ends before the gate and calls no database; each reads the session key again", async () => {
  let calls = 0;
  portal.dataApi.delayCalls(async () => {
    calls += 1;
  });

  expect(await warm()).toBeUndefined();
  expect(keyStore.calls).toHaveLength(1);
  minutesPass(5);
  expect(await warm()).toBeUndefined();
  expect(keyStore.calls).toHaveLength(2);
  expect(calls).toBe(0);
});

it("a schedule's call succeeds while the key store is away, and says so in the log", async () => {
  await warm();
  keyStore.fail('reset');
  onTestFinished(keyStore.mend);
  const linesBefore = portal.heard.log.length;

  minutesPass(10);
  expect(await warm()).toBeUndefined();
  expect(portal.heard.log.slice(linesBefore).join('')).toContain('the session key was not read again');
});

it('a request cannot pass as the call of a schedule', async () => {
  const answer = await portal.call('POST', '/api/login?warming=true', { body: WARMING_CALL });

  expect(answer.status).toBe(400);
});
