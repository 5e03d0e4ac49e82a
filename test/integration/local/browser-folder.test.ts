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

/** Opens the folder in a separate process, and reports whether it exists meanwhile. */
const open = (env: Record<string, string>): { path: string; isThere: boolean } =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { existsSync } from 'node:fs';
         import { openBrowserFolder } from ${JSON.stringify(resolve('local/start/browser-folder.ts'))};
         const { path } = openBrowserFolder();
         console.log(JSON.stringify({ path, isThere: existsSync(path) }));`,
      ],
      { env: { TMPDIR: home, ...env }, encoding: 'utf8' },
    ),
  );

it.each([
  ['in .cache of the home', {}, '.cache/ow-connect'],
  ['in XDG_CACHE_HOME', { XDG_CACHE_HOME: '{home}/mine' }, 'mine/ow-connect'],
  ['in .cache, not in a relative XDG_CACHE_HOME', { XDG_CACHE_HOME: 'mine' }, '.cache/ow-connect'],
])('the browser’s folder stays after its process: %s', (_where, settings, place) => {
  const env = Object.entries(settings).map(([name, value]) => [name, value.replace('{home}', home)]);

  expect(open({ HOME: home, ...Object.fromEntries(env) })).toEqual({
    path: join(home, place),
    isThere: true,
  });
  expect(existsSync(join(home, place))).toBe(true);
});

it('a temporary browser folder, deleted with its process, is used without a home that can be written to', async () => {
  const file = join(home, 'no-folder');
  await writeFile(file, '');

  const { path, isThere } = open({ HOME: file });

  expect(dirname(path)).toBe(home);
  expect(isThere).toBe(true);
  expect(existsSync(path)).toBe(false);
});
