import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser side. Everything it loads is a file of its own origin, so that a strict CSP needs no hashes. */
export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      // Chakra's theme module also builds a config of all its recipes; nobody reads it, so it may go.
      treeshake: { manualPureFunctions: ['defineConfig', 'mergeConfigs', 'createSystem'] },
    },
  },
});
