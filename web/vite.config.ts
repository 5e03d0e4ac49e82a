import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { NOTICES_PATH } from '#shared/edge.ts';
import { readCommit } from '../commit.ts';
import { writePages } from './pages/write-pages.ts';

const EVERYWHERE = /node_modules\/(react|react-dom|scheduler|@emotion|stylis|@tanstack)\//;
const FIRST = /node_modules|\/shared\/|\/web\/(lib|components)\//;
const PARTS = /@chakra-ui|@ark-ui|@zag-js|lucide-react|\/web\/components\//;
const FORMS = /node_modules\/(zod|react-hook-form|@hookform)\/|web\/lib\/zod\.ts/;

const SITE = '../dist/web';
const RENDERER = '../dist/web-renderer';

/** Puts the contract's table of routes in place of the module that derives it from the schemas (ADR 14). */
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

/** In the pages and in no module, so that a commit that changes no code leaves every cached file as it is. */
const nameCommit = (): Plugin => ({
  name: 'name-commit',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'commit', content: readCommit() }, injectTo: 'head' },
  ],
});

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The browser side. Everything it loads is a file of its own origin, so that a strict CSP needs no hashes. */
export default defineConfig({
  plugins: [inlineRoutes(), nameCommit(), react()],
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
          // What many pages need and what seldom changes: files that stay in the cache over deployments.
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: EVERYWHERE },
                { name: 'forms', test: FORMS },
                // Many files of a few hundred bytes would shrink badly, and each would be a request.
                { name: 'start', tags: ['$initial'], test: FIRST },
                { name: 'parts', test: PARTS, minShareCount: 3 },
              ],
            },
          },
          // Chakra's theme module also builds a config of all its recipes; nobody reads it, so it may go.
          treeshake: {
            manualPureFunctions: ['defineConfig', 'mergeConfigs', 'createSystem', 'createAnatomy'],
          },
        },
      },
    },
    // What renders the first screens at the end of a build (ADR 27); nothing of it is sent to a browser.
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
