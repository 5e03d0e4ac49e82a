import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** True if a function that holds these secrets accepts a request that brings this one. */
const passes = async (held: { sent: string; other?: string }, brought: string | undefined) => {
  vi.resetModules();
  vi.stubEnv('PORTAL_ORIGIN', 'https://portal.owconnect.example');
  vi.stubEnv('SESSION_COOKIE_NAME', '__Host-session');
  vi.stubEnv('ADMIN_SECOND_FACTOR', 'offered');
  vi.stubEnv('ORIGIN_VERIFY_SECRET', held.sent);
  if (held.other !== undefined) {
    vi.stubEnv('ORIGIN_VERIFY_OTHER_SECRET', held.other);
  }
  const { requireCloudFront } = await import('#functions/http/access.ts');
  const headers = { ...(brought !== undefined && { 'x-origin-verify': brought }) };

  try {
    requireCloudFront({ headers } as unknown as APIGatewayProxyEventV2);
    return true;
  } catch {
    return false;
  }
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the secret that CloudFront sends', () => {
  it.each([
    ["accepts CloudFront's secret", { sent: 'one' }, 'one', true],
    [
      "accepts CloudFront's secret while another one is being introduced",
      { sent: 'one', other: 'two' },
      'one',
      true,
    ],
    ['accepts the other secret during that time', { sent: 'one', other: 'two' }, 'two', true],
    ['refuses a guessed secret', { sent: 'one', other: 'two' }, 'six', false],
    ['refuses both secrets at once', { sent: 'one', other: 'two' }, 'one,two', false],
    ['refuses a request without a secret', { sent: 'one', other: 'two' }, undefined, false],
    ['refuses a secret that was dropped', { sent: 'two' }, 'one', false],
  ])('a function %s', async (_how, held, brought, isLet) => {
    expect(await passes(held, brought)).toBe(isLet);
  });

  it('a function does not start with an empty other secret, which a request without a secret would match', async () => {
    await expect(passes({ sent: 'one', other: '' }, undefined)).rejects.toThrow('ORIGIN_VERIFY_OTHER_SECRET');
  });
});
