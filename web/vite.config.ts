import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const EVERYWHERE = /node_modules\/(react|react-dom|scheduler|@emotion|stylis|@tanstack|zod)\//;

/** The browser side. Everything it loads is a file of its own origin, so that a strict CSP needs no hashes. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      // What every page needs and what seldom changes: one file that stays in the cache over deployments.
      output: { codeSplitting: { groups: [{ name: 'vendor', test: EVERYWHERE }] } },
      // Chakra's theme module also builds a config of all its recipes; nobody reads it, so it may go.
      treeshake: { manualPureFunctions: ['defineConfig', 'mergeConfigs', 'createSystem', 'createAnatomy'] },
    },
  },
});
