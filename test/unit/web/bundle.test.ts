import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { build, type Plugin, type Rolldown } from 'vite';
import { beforeAll, expect, it, vi } from 'vitest';
import { buildWeb } from '#local/start/build-web.ts';
import { allRoutes, contract } from '#shared/contract/index.ts';
import { NOTICES_PATH, PAGES, pageFileOf } from '#shared/edge.ts';
import { readCommit } from '../../../commit.ts';

const ENTRY_KB_MAX = 166;
const FIRST_SCREEN_KB_MAX = 256;
const ADDRESSED_DIALOG_KB_MAX = 274;
const BANK_KB_MAX = 270;
const ROUTE_BYTES_MAX = 20;
const SUPPORT_KB_MAX = 341;
const CHARTS_KB_MAX = 25;

type Output = Rolldown.RolldownOutput['output'];

let output: Output;

/** Hears what a build of the browser side has written. */
const hearOutput: Plugin = {
  name: 'hear-output',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle: (_options, bundle) => {
    output = Object.values(bundle) as Output;
  },
};

/** Builds the browser side in memory. */
const buildAgain = async (): Promise<Output> => {
  // Vitest sets NODE_ENV to 'test', which would build React's development version.
  vi.stubEnv('NODE_ENV', 'production');
  const built = await build({ root: 'web', build: { write: false }, logLevel: 'silent' });
  vi.unstubAllEnvs();
  if (!('output' in built)) {
    throw new Error('vite answered more than one bundle');
  }

  return built.output;
};

/** A build of these sources that is already there tells nothing of its modules. */
beforeAll(async () => {
  await buildWeb([hearOutput]);
  output ??= await buildAgain();
}, 120_000);

const chunkOf = (moduleName: string) => {
  const chunk = output.find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(moduleName)),
  );
  if (chunk?.type !== 'chunk') {
    throw new Error(`no chunk has ${moduleName}`);
  }

  return chunk;
};

/** Returns the chunk and everything that it imports before it runs. */
const withImports = (fileName: string, found = new Set<string>()): Set<string> => {
  if (found.has(fileName)) {
    return found;
  }

  found.add(fileName);
  const chunk = output.find((file) => file.fileName === fileName);
  if (chunk?.type === 'chunk') {
    for (const imported of chunk.imports) {
      withImports(imported, found);
    }
  }

  return found;
};

/** Adds the chunk, its imports and everything that it loads later. */
const withDynamicImports = (fileName: string, found: Set<string>): void => {
  const before = new Set(found);
  for (const imported of withImports(fileName, found)) {
    const chunk = output.find((file) => file.fileName === imported);
    if (before.has(imported) || chunk?.type !== 'chunk') {
      continue;
    }

    for (const later of chunk.dynamicImports) {
      if (!found.has(later)) {
        withDynamicImports(later, found);
      }
    }
  }
};

const gzippedKb = (fileNames: Set<string>) =>
  output
    .filter((file) => fileNames.has(file.fileName) || file.fileName.endsWith('.css'))
    .map((file) => gzipSync(file.type === 'chunk' ? file.code : file.source).length)
    .reduce((sum, bytes) => sum + bytes, 0) / 1000;

const entry = () => withImports(chunkOf('web/main.tsx').fileName);

const modulesOf = (fileNames: Set<string>) =>
  output.flatMap((file) => (file.type === 'chunk' && fileNames.has(file.fileName) ? file.moduleIds : []));

it(`the entry chunk has at most ${ENTRY_KB_MAX} KB gzipped`, () => {
  expect(gzippedKb(entry())).toBeLessThanOrEqual(ENTRY_KB_MAX);
});

it(`the charts of the dashboard are loaded after the first screen, and add at most ${CHARTS_KB_MAX} KB gzipped`, () => {
  const panel = withImports(chunkOf('screens/admin/admin-panel.tsx').fileName);
  const charts = [...withImports(chunkOf('figures/month-charts.tsx').fileName)];
  const added = charts.filter((fileName) => !panel.has(fileName) && !entry().has(fileName));

  expect(modulesOf(new Set(added)).some((module) => module.includes('d3-scale'))).toBe(true);
  expect(gzippedKb(new Set(added))).toBeLessThanOrEqual(CHARTS_KB_MAX);
});

it.each(['screens/public/auth.tsx', 'screens/client/client-portal.tsx', 'screens/admin/admin-panel.tsx'])(
  '%s comes without the code of dialogs, which is loaded after it',
  (screen) => {
    const modules = modulesOf(withImports(chunkOf(screen).fileName));

    expect(modules.filter((module) => /dialog\/modal\.tsx$|focus-trap/.test(module))).toEqual([]);
  },
);

const ZOD = /node_modules\/zod\//;

it.each([
  'web/main.tsx',
  'screens/client/client-portal.tsx',
  'screens/admin/admin-panel.tsx',
  'screens/admin/client-detail-dialog.tsx',
])('%s loads no zod, because schemas are loaded with the form that uses them', (start) => {
  const modules = modulesOf(withImports(chunkOf(start).fileName));

  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((module) => ZOD.test(module))).toEqual([]);
});

it('the build contains zod, so that the search for it can find it', () => {
  const everything = new Set(output.map(({ fileName }) => fileName));

  expect(modulesOf(everything).some((module) => ZOD.test(module))).toBe(true);
});

it('the build names its commit only in the page, so that browsers keep unchanged scripts', () => {
  const texts = output.map((file) => ({
    name: file.fileName,
    text: file.type === 'chunk' ? file.code : String(file.source),
  }));
  const commit = `content="${readCommit()}"`;

  expect(texts.filter(({ text }) => text.includes(commit)).map(({ name }) => name)).toEqual(['index.html']);
});

const CONTRACT = /\/shared\/contract\/([\w-]+)\.ts$/;

it(`the entry contains of each route only method, path and type, in at most ${ROUTE_BYTES_MAX} bytes gzipped`, () => {
  const inEntry = entry();
  const ofContract = output
    .flatMap((file) =>
      file.type === 'chunk' && inEntry.has(file.fileName) ? Object.entries(file.modules) : [],
    )
    .flatMap(
      ([id, { code }]) =>
        CONTRACT.exec(id)
          ?.slice(1)
          .map((name) => ({ name, code })) ?? [],
    );
  const table = ofContract.find(({ name }) => name === 'routes')?.code ?? '';
  const rows: Record<string, Record<string, object>> = JSON.parse(
    table.slice(table.indexOf('{'), table.lastIndexOf('}') + 1),
  );

  expect(ofContract.filter(({ name }) => name in contract)).toEqual([]);
  expect(Object.keys(rows)).toEqual(Object.keys(contract));
  const all = Object.values(rows).flatMap((actions) => Object.values(actions));
  expect(new Set(all.flatMap(Object.keys))).toEqual(new Set(['method', 'path', 'contentType']));
  expect(gzipSync(JSON.stringify(rows)).length / all.length).toBeLessThanOrEqual(ROUTE_BYTES_MAX);
});

it.each(['screens/public/auth.tsx', 'screens/client/client-portal.tsx', 'screens/admin/admin-panel.tsx'])(
  `%s appears after at most ${FIRST_SCREEN_KB_MAX} KB gzipped, including toasts`,
  (screen) => {
    const files = entry();
    withImports(chunkOf(screen).fileName, files);
    withImports(chunkOf('components/shell/late-parts.tsx').fileName, files);

    expect(gzippedKb(files)).toBeLessThanOrEqual(FIRST_SCREEN_KB_MAX);
  },
);

it.each([
  ['screens/client/client-portal.tsx', 'screens/client/client-profile.tsx'],
  ['screens/admin/admin-panel.tsx', 'screens/admin/admin-account.tsx'],
])(
  `%s shows one's own account after at most ${FIRST_SCREEN_KB_MAX} KB gzipped, before its forms`,
  (...parts) => {
    const files = entry();
    for (const part of [...parts, 'components/shell/late-parts.tsx']) {
      withImports(chunkOf(part).fileName, files);
    }

    expect(gzippedKb(files)).toBeLessThanOrEqual(FIRST_SCREEN_KB_MAX);
  },
);

it(`a client's dialog that is opened by its address appears after at most ${ADDRESSED_DIALOG_KB_MAX} KB gzipped`, () => {
  const files = entry();
  withImports(chunkOf('screens/admin/admin-panel.tsx').fileName, files);
  withImports(chunkOf('screens/admin/client-detail-dialog.tsx').fileName, files);
  withImports(chunkOf('components/dialog/modal.tsx').fileName, files);
  withImports(chunkOf('components/shell/late-parts.tsx').fileName, files);

  expect(gzippedKb(files)).toBeLessThanOrEqual(ADDRESSED_DIALOG_KB_MAX);
});

it(`the files of the bank appear after at most ${BANK_KB_MAX} KB gzipped, and the parser of CSV only once a file is chosen`, () => {
  const files = entry();
  for (const part of [
    'screens/admin/admin-panel.tsx',
    'screens/admin/admin-bank.tsx',
    'components/shell/late-parts.tsx',
  ]) {
    withImports(chunkOf(part).fileName, files);
  }
  const parser = chunkOf('bank/read-rows.ts').fileName;
  const PAPAPARSE = /node_modules\/papaparse\//;

  expect(gzippedKb(files)).toBeLessThanOrEqual(BANK_KB_MAX);
  expect(modulesOf(files).filter((module) => PAPAPARSE.test(module))).toEqual([]);
  expect(
    modulesOf(withImports(chunkOf('bank/read-file.tsx').fileName)).filter((module) => PAPAPARSE.test(module)),
  ).toEqual([]);
  expect(modulesOf(new Set([parser])).some((module) => PAPAPARSE.test(module))).toBe(true);
});

it(`the support centre with all its dialogs and the first screen has at most ${SUPPORT_KB_MAX} KB gzipped`, () => {
  const files = entry();
  withImports(chunkOf('screens/client/client-portal.tsx').fileName, files);
  withImports(chunkOf('components/shell/late-parts.tsx').fileName, files);
  withImports(chunkOf('screens/client/client-support.tsx').fileName, files);
  withImports(chunkOf('screens/client/client-dialogs.tsx').fileName, files);
  withDynamicImports(chunkOf('screens/client/new-ticket-dialog.tsx').fileName, files);
  withDynamicImports(chunkOf('tickets/dialog/ticket-dialog.tsx').fileName, files);

  expect(modulesOf(files).some((module) => ZOD.test(module))).toBe(true);
  expect(gzippedKb(files)).toBeLessThanOrEqual(SUPPORT_KB_MAX);
});

it('the page has no inline script and no inline style, so that a strict content security policy fits', () => {
  const page = readFileSync('web/index.html', 'utf8');

  expect(page.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
});

it('no style contains a data: URL, so that the policy needs no data: source for scripts and fonts', () => {
  const page = output.find(({ fileName }) => fileName === 'index.html');
  const [, styles] = /<style>(.*?)<\/style>/s.exec(page?.type === 'asset' ? String(page.source) : '') ?? [];

  expect(styles).toContain('@font-face');
  expect(styles).not.toContain('data:');
});

const FILES_MAX = 9;
const SMALL_BYTES = 2048;
const FIRST_SCRIPT_BYTES_MAX = 1200;

/** The scripts and styles before the first screen, in KB gzipped. */
const FIRST_KB_MAX: Record<string, number> = { auth: 241, client: 211, admin: 214 };

/** Returns the scripts and styles that a rendered page names: all that its first screen needs. */
const readFilesOf = (page: string) => {
  // A browser that knows modules does not request what is for the others.
  const html = readFileSync(`dist/web${pageFileOf(page)}`, 'utf8').replace(/<script nomodule[^>]*>/, '');
  const names = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);

  return names.map((name) => ({ name, bytes: gzipSync(readFileSync(`dist/web/${name}`)).length }));
};

/** The pages whose first screen is in one chunk; the others load a part of it afterwards, in its place. */
const WHOLE_PAGES = PAGES.filter((page) => !/-(support|profile|jobs|account)$/.test(page));

it.each(WHOLE_PAGES)('%s is shown after few scripts and styles, of which only the first is small', (page) => {
  const [first, ...files] = readFilesOf(page);
  const [, area = ''] = page.split(/[/-]/);

  expect(first?.name).toBe('first-reads.js');
  expect(first?.bytes).toBeLessThanOrEqual(FIRST_SCRIPT_BYTES_MAX);
  expect(files.length + 1).toBeLessThanOrEqual(FILES_MAX);
  expect(files.filter(({ bytes }) => bytes < SMALL_BYTES)).toEqual([]);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toBeLessThanOrEqual(
    FIRST_KB_MAX[area] ?? 0,
  );
});

/** Returns a script without the syntax that came after this edition of the language. */
const lower = async (script: string, target: string) => (await transform(script, { target })).code;

it.each([
  // The first browsers with modules, such as Chrome 61 and Safari 11.
  ['first-reads.js', 'es2017'],
  ['old-browser.js', 'es5'],
])(
  '%s has no newer syntax than %s, because it tells old browsers that they are too old',
  async (name, edition) => {
    const script = readFileSync(`dist/web/${name}`, 'utf8');

    expect(await lower(script, edition)).toBe(await lower(script, 'esnext'));
    expect(await lower('try { f() } catch {}', edition)).not.toContain('catch {');
    expect(script).not.toMatch(/globalThis|replaceAll|\.at\(|\.flat/);
  },
);

it('no two files import each other, so that each runs after everything that it imports', () => {
  const inCircles = output.filter(
    (file) =>
      file.type === 'chunk' && file.imports.some((imported) => withImports(imported).has(file.fileName)),
  );

  expect(inCircles.map(({ fileName }) => fileName)).toEqual([]);
});

it('a schedule keeps loaded what the pages read first, and nothing else', () => {
  const asked = PAGES.flatMap((page) => {
    const html = readFileSync(`dist/web${pageFileOf(page)}`, 'utf8');
    const [, reads = ''] = /data-reads="([^"]*)"/.exec(html) ?? [];

    return ['/api/user', ...reads.split(' ').filter(Boolean)].map((path) => path.split(/[?]/)[0]);
  });
  const kept = allRoutes.flatMap(([, { isFirstRead, method, path }]) =>
    isFirstRead && method === 'GET' ? [path] : [],
  );

  expect(kept.toSorted()).toEqual([...new Set(asked)].toSorted());
});

const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//;

/** Returns the folders of the packages whose code, style or font is in the build. */
const bundledPackages = () => {
  const sources = output.flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve('web', name)),
  );

  return new Set(sources.flatMap((source) => PACKAGE_FOLDER.exec(source) ?? []));
};

/** Returns the notice of each package, by its name and version. */
const readNotices = () => {
  const file = output.find(({ fileName }) => `/${fileName}` === NOTICES_PATH);
  if (file?.type !== 'asset') {
    throw new Error(`the build holds no ${NOTICES_PATH}`);
  }
  const [, ...notices] = String(file.source).split(/^## /m);

  return new Map(notices.map((notice) => [/^\S+ - \S+/.exec(notice)?.[0], notice]));
};

it('the notices name each package in the build with its version and licence, including fonts', () => {
  const notices = readNotices();
  const folders = [...bundledPackages()];

  expect(folders.length).toBeGreaterThan(20);
  expect(folders.some((folder) => folder.endsWith('/@fontsource-variable/manrope/'))).toBe(true);
  for (const folder of folders) {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file)) ?? 'LICENSE';

    expect(notices.get(`${name} - ${version}`)).toContain(readFileSync(join(folder, licence), 'utf8').trim());
  }
  expect([...notices.values()].find((notice) => notice.includes('manrope'))).toContain(
    'SIL OPEN FONT LICENSE Version 1.1',
  );
});

it('the notices are ASCII, so that they are read correctly from S3, which names no charset', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with control characters.
  expect([...readNotices().values()].join('')).toMatch(/^[\x00-\x7f]+$/);
});

const RECIPE_ASKED_FOR = /(?:create|use)(?:Slot)?Recipe(?:Context)?\(\{\s*key: "(\w+)"/g;

/** Returns the names of the recipes that the components in the build read from the theme. */
const recipesAskedFor = () => {
  const code = output.flatMap((file) =>
    file.type === 'chunk' ? Object.values(file.modules).map((module) => module.code ?? '') : [],
  );

  return new Set(code.flatMap((text) => [...text.matchAll(RECIPE_ASKED_FOR)].map(([, name = '']) => name)));
};

interface Recipe {
  base?: object;
  variants?: Record<string, object>;
}

/** The parts of Chakra that are used here; its own types need the browser side's module resolution. */
interface System {
  hasRecipe: (name: string) => boolean;
  isSlotRecipe: (name: string) => boolean;
  getRecipe: (name: string, otherwise: Recipe) => Recipe;
  getSlotRecipe: (name: string, otherwise: Recipe) => Recipe;
}

const loadSystems = async () => {
  const { system } = await vi.importActual<{ system: System }>('#web/theme.ts');
  const { defaultSystem, defaultConfig } = await vi.importActual<{
    defaultSystem: System;
    defaultConfig: { theme: { recipes: object; slotRecipes: object } };
  }>('@chakra-ui/react');
  const { recipes, slotRecipes } = defaultConfig.theme;

  return { system, defaultSystem, recipeNames: Object.keys({ ...recipes, ...slotRecipes }) };
};

/** Lists the parts of a recipe: `input` has `base`, `variant outline`, `size sm` and so on. */
const partsOf = ({ getRecipe, getSlotRecipe, isSlotRecipe }: System, name: string): string[] => {
  const { base, variants = {} } = isSlotRecipe(name) ? getSlotRecipe(name, {}) : getRecipe(name, {});
  const choices = Object.entries<object>(variants).flatMap(([variant, styles]) =>
    Object.keys(styles).map((choice) => `${variant} ${choice}`),
  );

  return [...(base ? ['base', ...Object.keys(base)] : []), ...choices];
};

it('the theme contains the whole recipe of each Chakra component in the build', async () => {
  const { system, defaultSystem } = await loadSystems();
  const names = [...recipesAskedFor()];
  const missing = names.filter((name) => {
    const ours = partsOf(system, name);

    return partsOf(defaultSystem, name).some((part) => !ours.includes(part));
  });

  expect(names).toContain('button');
  expect(missing, 'recipes that web/theme.ts has to name').toEqual([]);
});

it('the theme contains no recipe that no component uses', async () => {
  const { system, recipeNames } = await loadSystems();
  const askedFor = recipesAskedFor();

  expect(recipeNames.filter((name) => system.hasRecipe(name) && !askedFor.has(name))).toEqual([]);
});
