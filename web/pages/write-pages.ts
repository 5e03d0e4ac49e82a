import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { minify, transformWithOxc } from 'vite';
import * as z from 'zod';
import type { RouteId } from '#shared/contract/index.ts';
import { routes } from '#shared/contract/routes.ts';
import { addressOf, PAGES, pageFileOf } from '#shared/edge.ts';
import type { RenderedPage } from './rendered-page.ts';

const chunk = z.object({
  file: z.string(),
  src: z.string().optional(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).default([]),
});
type Manifest = Record<string, z.output<typeof chunk>>;

/** The font file with the letters of every page; other files are loaded with the first text that needs them. */
const LATIN = 'manrope-latin-wght-normal.woff2';

/** Returns the modules that a page loads first, in addition to those of every page. */
const modulesOf = (page: string): string[] => {
  const [screen] = Object.entries({
    '/auth': ['screens/public/auth.tsx'],
    '/client-support': ['screens/client/client-portal.tsx', 'screens/client/client-support.tsx'],
    '/client-profile': [
      'screens/client/client-portal.tsx',
      'screens/client/client-profile.tsx',
      'features/account/details-form.tsx',
    ],
    '/client': ['screens/client/client-portal.tsx'],
    '/admin-jobs': ['screens/admin/admin-panel.tsx', 'features/jobs/background-jobs.tsx'],
    '/admin-account': ['screens/admin/admin-panel.tsx', 'screens/admin/admin-account.tsx'],
    '/admin': ['screens/admin/admin-panel.tsx'],
  }).filter(([start]) => page.startsWith(start));

  return screen?.[1] ?? [];
};

const fileOf = (manifest: Manifest, source: string): string => {
  const found = Object.values(manifest).find(({ src }) => src?.endsWith(source));
  if (!found) {
    throw new Error(`The build's manifest has no ${source}`);
  }

  return found.file;
};

/** Returns the files of a module and of everything that it imports statically. */
const filesOf = (manifest: Manifest, name: string, found = new Set<string>()): Set<string> => {
  const known = manifest[name];
  if (!known) {
    throw new Error(`The build's manifest has no ${name}`);
  }
  if (found.has(known.file)) {
    return found;
  }

  found.add(known.file);
  for (const imported of known.imports) {
    filesOf(manifest, imported, found);
  }

  return found;
};

/**
 * The first reads of what a page shows only to a known user. The rendered page cannot request them, because nobody is
 * signed in; public/first-reads.js puts in the id.
 */
const OWN_READS: Record<string, RouteId[]> = {
  '/client': ['payments.debt'],
  '/client-invoices': ['payments.debt', 'invoices.list'],
  '/client-profile': ['tickets.status'],
};

const pathOf = (id: RouteId): string => {
  const [area = '', action = ''] = id.split('.');
  const path = routes[area]?.[action]?.path;
  if (!path) {
    throw new Error(`The contract has no ${id}`);
  }

  return path;
};

/** The first browsers with modules. */
const OLD_BROWSERS = ['chrome61', 'safari11', 'firefox60'];

const FIRST_SCRIPT = '<script src="/first-reads.js"></script>';

/**
 * Writes the first script of a page with the reads that it requests. The preload asks who is signed in before that
 * script has arrived, with the same mode and credentials, so that the script's own request takes its answer. It comes
 * before the script, because a browser that reads it afterwards would ask again.
 */
const firstScript = (page: string, { role, reads }: RenderedPage): string => {
  const own = (OWN_READS[page] ?? []).map(pathOf);
  const attributes = `data-address="${addressOf(page)}" data-role="${role ?? ''}" data-reads="${[...own, ...reads].join(' ')}"`;
  const preload = `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${pathOf('auth.user')}">`;

  return preload + FIRST_SCRIPT.replace('></', ` ${attributes}></`);
};

/**
 * The build copies the first script as it is, and its comments would be half of what delays the first paint. Browsers
 * that are too old for the portal must be able to read it, because it tells so.
 */
const shrinkFirstScript = async (site: string): Promise<void> => {
  const file = join(site, 'first-reads.js');
  const { code: readable } = await transformWithOxc(await readFile(file, 'utf8'), file, {
    target: OLD_BROWSERS,
  });
  const { code, errors } = await minify(file, readable, { compress: { target: OLD_BROWSERS } });
  if (errors.length > 0) {
    throw new Error(`${file} cannot be minified`, { cause: errors });
  }
  await writeFile(file, code);
};

/** Writes the HTML of each page, with its first screen, its styles and the files that its code loads first. */
export const writePages = async (site: string, renderer: string): Promise<void> => {
  await shrinkFirstScript(site);
  const shell = await readFile(join(site, 'index.html'), 'utf8');
  const manifest = z
    .record(z.string(), chunk)
    .parse(JSON.parse(await readFile(join(site, '.vite/manifest.json'), 'utf8')));
  const { renderPage }: { renderPage: (page: string) => Promise<RenderedPage> } = await import(
    pathToFileURL(renderer).href
  );
  const isNamed = (file: string) => shell.includes(`"/${file}"`);
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fileOf(manifest, LATIN)}">`;

  for (const page of PAGES) {
    const rendered = await renderPage(page);
    const { title, html, styles } = rendered;
    const files = new Set(modulesOf(page).flatMap((name) => [...filesOf(manifest, name)]));
    const modules = [...files]
      .filter((file) => !isNamed(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    const file = join(site, pageFileOf(page));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      shell
        .replace(/<title>.*?<\/title>/, title || '$&')
        .replace('</head>', () => `${font}${modules.join('')}${styles}</head>`)
        .replace(FIRST_SCRIPT, () => firstScript(page, rendered))
        .replace('<div id="root">', () => `<div id="root" data-page="${pageFileOf(page)}">${html}`),
    );
  }
};
