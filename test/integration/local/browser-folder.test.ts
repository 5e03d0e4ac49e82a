import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'browser-folder-test-'));
});
afterEach(() => rm(home, { recursive: true }));

/** What a process of its own opens, and whether it is there meanwhile. */
const open = (env: Record<string, string>): { path: string; isThere: boolean } =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { existsSync } from 'node:fs';
         import { openBrowserFolder } from ${JSON.stringify(resolve('local/browser-folder.ts'))};
         const { path } = openBrowserFolder();
         console.log(JSON.stringify({ path, isThere: existsSync(path) }));`,
      ],
      { env: { TMPDIR: home, ...env }, encoding: 'utf8' },
    ),
  );

it.each([
  ['in .cache of the home', {}, '.cache/ow-connect'],
  ['in XDG_CACHE_HOME', { XDG_CACHE_HOME: '{home}/mine' }, 'mine/ow-connect'],
  ['not in an XDG_CACHE_HOME that is relative', { XDG_CACHE_HOME: 'mine' }, '.cache/ow-connect'],
])('the browser’s folder stands %s, and stays', (_where, settings, place) => {
  const env = Object.entries(settings).map(([name, value]) => [name, value.replace('{home}', home)]);

  expect(open({ HOME: home, ...Object.fromEntries(env) })).toEqual({
    path: join(home, place),
    isThere: true,
  });
  expect(existsSync(join(home, place))).toBe(true);
});

it('without a home that can be written to, the browser’s folder is temporary and goes with its process', async () => {
  const file = join(home, 'no-folder');
  await writeFile(file, '');

  const { path, isThere } = open({ HOME: file });

  expect(dirname(path)).toBe(home);
  expect(isThere).toBe(true);
  expect(existsSync(path)).toBe(false);
});
