import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ADMIN_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { spawnStart } from '#test/support/faults/start-process.ts';
import { readSecrets } from '#test/support/portal/find-secrets.ts';
import type { Answer } from '#test/support/portal/portal.ts';

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-reset-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('npm start begins with fresh demo data after an npm start -- --reset was killed while it filled', async () => {
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web/index.html'), '');
  const start = (args: string[] = []) =>
    spawnStart({ PORT: '0', DATA_DIR: join(folder, 'data'), WEB_DIR: join(folder, 'web') }, args);
  let url = '';
  let cookie = '';
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { origin: url, cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const signIn = async () => {
    const signedIn = await call('POST', '/api/login', { identifier: ADMIN_EMAIL, password: DEMO_PASSWORD });
    cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const entered = { serviceCategory: 'Internet', accountUsername: 'before the reset' };

  const first = start();
  url = await first.waitUntilReady();
  await signIn();
  expect((await call('POST', '/api/admin/users/2/services', entered)).status).toBe(201);
  await first.end('SIGINT');
  const interrupted = start(['--reset']);
  await interrupted.waitForOutput(/Filling/);
  await interrupted.end('SIGKILL');

  const last = start();
  url = await last.waitUntilReady();
  expect(last.output.stdout).toContain('Filling');
  expect((await call('GET', '/api/user')).status).toBe(401);
  await signIn();
  expect((await call('GET', '/api/admin/users')).body.counts.total).toBe(251);
  expect((await call('GET', '/api/admin/users/2/services')).body).not.toContainEqual(
    expect.objectContaining(entered),
  );
  await last.end('SIGINT');
  expect(last.findFaults(readSecrets(join(folder, 'data')))).toEqual([]);
});
