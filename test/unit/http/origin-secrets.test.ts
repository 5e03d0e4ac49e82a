import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** Whether a function that holds these secrets lets a request pass that brings this one. */
const passes = async (held: { sent: string; other?: string }, brought: string | undefined) => {
  vi.resetModules();
  vi.stubEnv('PORTAL_ORIGIN', 'https://portal.owconnect.example');
  vi.stubEnv('SESSION_COOKIE_NAME', '__Host-session');
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

describe('a function lets CloudFront pass', () => {
  it.each([
    ['with its secret', { sent: 'one' }, 'one', true],
    ['with its secret while another comes', { sent: 'one', other: 'two' }, 'one', true],
    ['with the other secret meanwhile', { sent: 'one', other: 'two' }, 'two', true],
    ['and nobody with a guess', { sent: 'one', other: 'two' }, 'six', false],
    ['and nobody with both at once', { sent: 'one', other: 'two' }, 'one,two', false],
    ['and nobody without any', { sent: 'one', other: 'two' }, undefined, false],
    ['and nobody with the secret that was dropped', { sent: 'two' }, 'one', false],
  ])('%s', async (_how, held, brought, isLet) => {
    expect(await passes(held, brought)).toBe(isLet);
  });

  it('and does not start with an empty other secret, which a request without any would match', async () => {
    await expect(passes({ sent: 'one', other: '' }, undefined)).rejects.toThrow('ORIGIN_VERIFY_OTHER_SECRET');
  });
});
