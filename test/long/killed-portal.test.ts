import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ADMIN_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { invoice, invoiceProgress } from '#shared/contract/invoices.ts';
import { spawnStart } from '#test/support/faults/start-process.ts';
import { readSecrets } from '#test/support/portal/find-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-killed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROUNDS = 3;
const INVOICES_EACH = 10;
const LINE_ITEMS = Array.from({ length: 200 }, (_, line) => ({ description: `Line ${line}`, amount: 10 }));

it('npm start finishes every PDF job by itself after repeated kills in the middle of the jobs', async () => {
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web/index.html'), '');
  const start = () => spawnStart({ PORT: '0', DATA_DIR: join(folder, 'data'), WEB_DIR: join(folder, 'web') });
  let portal = start();
  const portals = [portal];
  let url = await portal.waitUntilReady();
  const signedIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { origin: url },
    body: JSON.stringify({ identifier: ADMIN_EMAIL, password: DEMO_PASSWORD }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const invoiceIds: number[] = [];
  const issue = async () => {
    const body = JSON.stringify({ userId: 2, lineItems: LINE_ITEMS });
    const answer = await fetch(`${url}/api/invoices`, {
      method: 'POST',
      headers: { origin: url, cookie },
      body,
    });
    invoiceIds.push(invoice.parse(await answer.json()).id);
  };
  const readStates = async () => {
    const states: string[] = [];
    for (const id of invoiceIds) {
      const answer = await fetch(`${url}/api/invoices/${id}/progress`, { headers: { cookie } });
      states.push(invoiceProgress.parse(await answer.json()).state);
    }

    return states;
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: INVOICES_EACH }, issue));
    await expect.poll(readStates, { timeout: 60_000, interval: 20 }).toContain('running');
    await portal.end('SIGKILL');
    portal = start();
    portals.push(portal);
    url = await portal.waitUntilReady();
  }

  await expect
    .poll(async () => new Set(await readStates()), { timeout: 300_000, interval: 1000 })
    .toEqual(new Set(['completed']));
  for (const id of invoiceIds) {
    const answer = await fetch(`${url}/api/invoices/${id}/download`, { headers: { cookie } });
    expect(answer.status).toBe(200);
  }
  expect(await portal.end('SIGINT')).toBe(0);
  const secrets = readSecrets(join(folder, 'data'));
  expect(portals.flatMap(({ findFaults }) => findFaults(secrets))).toEqual([]);
});
