import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { NOTICES_PATH } from '#shared/edge.ts';
import { readCommit } from '../commit.ts';
import { writePages } from './pages/write-pages.ts';

const EVERYWHERE = /node_modules\/(react|react-dom|scheduler|@emotion|stylis|@tanstack)\//;
const FIRST = /node_modules|\/shared\/|\/web\/(lib|components)\//;
const PARTS = /@chakra-ui|@ark-ui|@zag-js|lucide-react|\/web\/components\//;
// The sign-in page needs none of these, so they are not in the file that it loads.
const BEYOND_SIGN_IN =
  /\/web\/components\/[a-z]+\/(ageing|amount-field|form-dialog|form-page|found-list|lazy-dialog|period-choice|row-menu|search-state|segmented-choice|stat-card|statement-skeleton|unsaved-work|use-found-list)[.]/;
const FORMS = /node_modules\/(zod|react-hook-form|@hookform)\/|web\/lib\/zod\.ts/;

const SITE = '../dist/web';
const RENDERER = '../dist/web-renderer';

/** Replaces the module that derives the contract's table of routes from the schemas with that table (ADR 14). */
const inlineRoutes = (): Plugin => ({
  name: 'inline-routes',
  apply: 'build',
  load: {
    filter: { id: /\/shared\/contract\/routes\.ts$/ },
    handler: async () => {
      // Loaded only here: the dev server begins again when a file changes that this one imports at the top.
      const { routes } = await import('#shared/contract/routes.ts');

      return `export const routes = ${JSON.stringify(routes)};`;
    },
  },
});

/**
 * Writes the commit into the pages but into no module, so that a commit without code changes leaves cached files valid.
 */
const nameCommit = (): Plugin => ({
  name: 'name-commit',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'commit', content: readCommit() }, injectTo: 'head' },
  ],
});

/**
 * Marks the lists of the parts of Chakra's components as free of side effects, so that the build removes those of
 * components that are not used.
 */
const markAnatomies = (): Plugin => ({
  name: 'mark-anatomies',
  apply: 'build',
  transform: {
    filter: { id: /anatomy\.m?js$/ },
    handler: (code) => code.replaceAll(/ = ([\w$]*anatomy[\w$]*[.(])/gi, ' = /* @__PURE__ */ $1'),
  },
});

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The build of the browser side. Everything is loaded as a file from its own origin, so a strict CSP needs no hashes.
 */
export default defineConfig({
  plugins: [inlineRoutes(), nameCommit(), markAnatomies(), react()],
  resolve: { alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('lib/zod.ts', import.meta.url)) }] },
  build: { emptyOutDir: true },
  environments: {
    client: {
      build: {
        outDir: SITE,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        manifest: true,
        license: { fileName: NOTICES_PATH.slice(1) },
        rolldownOptions: {
          // Code that many pages need or that seldom changes is in files that stay cached across deployments.
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: EVERYWHERE },
                { name: 'forms', test: FORMS },
                // Many files of a few hundred bytes would compress badly, and each would be a request.
                { name: 'start', tags: ['$initial'], test: FIRST },
                { name: 'parts', test: (id) => PARTS.test(id) && !BEYOND_SIGN_IN.test(id), minShareCount: 3 },
              ],
            },
          },
          // Chakra's theme module also builds a config of all its recipes; nothing reads it, so it can be removed.
          treeshake: {
            manualPureFunctions: ['defineConfig', 'mergeConfigs', 'createSystem'],
          },
        },
      },
    },
    // The code that renders the first screens at the end of a build (ADR 27); none of it is sent to a browser.
    ssr: {
      build: {
        outDir: RENDERER,
        copyPublicDir: false,
        rolldownOptions: { input: pathOf('pages/render-page.tsx') },
      },
    },
  },
  builder: {
    buildApp: async ({ build, environments: { client, ssr } }) => {
      if (!client || !ssr) {
        throw new Error('The site is built for the browser and rendered once');
      }
      await build(client);
      await build(ssr);
      await writePages(pathOf(SITE), pathOf(`${RENDERER}/render-page.js`));
    },
  },
});
