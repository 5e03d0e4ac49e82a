import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { makeSandboxes } from '#local/stack/sandboxes.ts';

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-sandbox-'));
const code = join(folder, 'code');
mkdirSync(code);
writeFileSync(
  join(code, 'index.mjs'),
  `import { writeFileSync } from 'node:fs';
  export const handler = async ({ place, setting }) => {
    if (setting) return String(process.env[setting]);
    const file = place ?? process.env.TMPDIR + '/own';
    writeFileSync(file, 'written');
    return file;
  };`,
);
const sandboxes = makeSandboxes({
  packageOf: (name) => ({
    name,
    folder: code,
    handler: name === 'slow' ? 'slow.handler' : 'index.handler',
    timeoutSeconds: 30,
    memoryMegabytes: 128,
  }),
  environmentOf: (_, temporaryFolder) => ({ TMPDIR: temporaryFolder }),
  folder: join(folder, 'tmp'),
  onLine: () => undefined,
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await sandboxes.close();
  rmSync(folder, { recursive: true });
});

it('a sandboxed function may write into its own /tmp', async () => {
  const file = await sandboxes.invoke('one', {});

  expect(readFileSync(String(file), 'utf8')).toBe('written');
});

it.each([
  ['its package', join(code, 'more.mjs')],
  ["another function's /tmp", join(folder, 'tmp', 'other')],
  ['the data of the portal', join(folder, 'data')],
])('a sandboxed function may not write into %s', async (_, place) => {
  await expect(sandboxes.invoke('one', { place })).rejects.toThrow('restricted');
  expect(existsSync(place)).toBe(false);
});

it('a sandboxed function sees only its own environment variables', async () => {
  vi.stubEnv('DATABASE_ARN', 'of the test');

  expect(await sandboxes.invoke('one', { setting: 'DATABASE_ARN' })).toBe('undefined');
  expect(await sandboxes.invoke('one', { setting: 'TMPDIR' })).toContain(folder);
});

it('a sandbox refuses a function that loads undici as it starts', async () => {
  writeFileSync(join(code, 'slow.mjs'), "import 'node:http'; export const handler = async () => {};");

  await expect(sandboxes.invoke('slow', {})).rejects.toThrow('loads undici as it starts');
});
