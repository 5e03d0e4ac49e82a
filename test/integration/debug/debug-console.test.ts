import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DebugResult } from '#shared/contract/debug.ts';
import { addSignedInUser } from '#test/support/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

const RUNS = {
  drive: ['GET', '/api/debug/google-drive'],
  upload: ['POST', '/api/debug/test-invoice-upload'],
  permissions: ['POST', '/api/debug/fix-invoice-permissions'],
  system: ['POST', '/api/debug/system'],
} as const;

const run = async (name: keyof typeof RUNS): Promise<DebugResult> => {
  const [method, path] = RUNS[name];
  const { cookie } = await addSignedInUser(portal, { user_role: 'admin' });
  const { status, body } = await portal.call(method, path, { cookie });
  expect(status).toBe(200);

  return body;
};

describe('a run on a portal without a fault', () => {
  it.each(Object.keys(RUNS) as (keyof typeof RUNS)[])('of %s succeeds in every test', async (name) => {
    const result = await run(name);
    expect(result).toMatchObject({ success: true, error: null });
  });
});
