import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { routes } from '#shared/contract/routes.ts';
import { NOTICES_PATH } from '#shared/edge.ts';

const EVERYWHERE = /node_modules\/(react|react-dom|scheduler|@emotion|stylis|@tanstack)\//;
const FORMS = /node_modules\/(zod|react-hook-form|@hookform)\/|web\/lib\/zod\.ts/;

/** Puts the contract's table of routes in place of the module that derives it from the schemas (ADR 14). */
const inlineRoutes = (): Plugin => ({
  name: 'inline-routes',
  load: {
    filter: { id: /\/shared\/contract\/routes\.ts$/ },
    handler: () => `export const routes = ${JSON.stringify(routes)};`,
  },
});

/** The browser side. Everything it loads is a file of its own origin, so that a strict CSP needs no hashes. */
export default defineConfig({
  plugins: [inlineRoutes(), react()],
  resolve: { alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('lib/zod.ts', import.meta.url)) }] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
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
          ],
        },
      },
      // Chakra's theme module also builds a config of all its recipes; nobody reads it, so it may go.
      treeshake: { manualPureFunctions: ['defineConfig', 'mergeConfigs', 'createSystem', 'createAnatomy'] },
    },
  },
});
