import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, it, vi } from 'vitest';

const ENTRY_KB_MAX = 190;
const FIRST_SCREEN_KB_MAX = 270;

let output: Rolldown.RolldownOutput['output'];

beforeAll(async () => {
  // Vitest's own 'test' would build React's development version.
  vi.stubEnv('NODE_ENV', 'production');
  const built = await build({ root: 'web', build: { write: false }, logLevel: 'silent' });
  vi.unstubAllEnvs();
  if (!('output' in built)) throw new Error('vite answered more than one bundle');
  output = built.output;
}, 60_000);

const chunkOf = (moduleName: string) => {
  const chunk = output.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(moduleName));
  if (chunk?.type !== 'chunk') throw new Error(`no chunk begins with ${moduleName}`);

  return chunk;
};

/** The chunk and all that it imports before it runs. */
const withImports = (fileName: string, found = new Set<string>()): Set<string> => {
  if (found.has(fileName)) return found;

  found.add(fileName);
  const chunk = output.find((file) => file.fileName === fileName);
  if (chunk?.type === 'chunk') for (const imported of chunk.imports) withImports(imported, found);

  return found;
};

const gzippedKb = (fileNames: Set<string>) =>
  output
    .filter((file) => fileNames.has(file.fileName) || file.fileName.endsWith('.css'))
    .map((file) => gzipSync(file.type === 'chunk' ? file.code : file.source).length)
    .reduce((sum, bytes) => sum + bytes, 0) / 1000;

const entry = () => withImports(chunkOf('index.html').fileName);

it(`the entry is at most ${ENTRY_KB_MAX} KB gzipped`, () => {
  expect(gzippedKb(entry())).toBeLessThanOrEqual(ENTRY_KB_MAX);
});

it.each(['screens/auth.tsx', 'screens/client-portal.tsx', 'screens/admin-panel.tsx'])(
  `%s is on the screen with at most ${FIRST_SCREEN_KB_MAX} KB gzipped, toasts included`,
  (screen) => {
    const files = entry();
    withImports(chunkOf(screen).fileName, files);
    withImports(chunkOf('components/toaster.tsx').fileName, files);

    expect(gzippedKb(files)).toBeLessThanOrEqual(FIRST_SCREEN_KB_MAX);
  },
);

it(`a client whose address is opened directly is on the screen with at most ${FIRST_SCREEN_KB_MAX} KB gzipped`, () => {
  const files = entry();
  withImports(chunkOf('screens/admin-panel.tsx').fileName, files);
  withImports(chunkOf('screens/client-detail-dialog.tsx').fileName, files);
  withImports(chunkOf('components/toaster.tsx').fileName, files);

  expect(gzippedKb(files)).toBeLessThanOrEqual(FIRST_SCREEN_KB_MAX);
});

it('the page holds no inline script and no inline style, so that a strict content security policy fits it', () => {
  const page = readFileSync('web/index.html', 'utf8');

  expect(page.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
});

it('nothing is inlined as data:, so that the policy needs no data: source for scripts and fonts', () => {
  const styles = output.filter((file) => file.fileName.endsWith('.css'));

  expect(styles).not.toEqual([]);
  for (const style of styles) expect(String('source' in style && style.source)).not.toContain('data:');
});
