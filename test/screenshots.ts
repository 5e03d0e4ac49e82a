import { chromium } from '@playwright/test';
import { ADMIN_EMAIL, CLIENT_EMAIL } from '#local/seed/demo-accounts.ts';
import config from '../playwright.config.ts';
import { signIn } from './e2e/portal.ts';
import startPortal from './e2e/start-portal.ts';

/**
 * `npm run screenshots`: takes the pictures of README.md from a portal with demo data, in light and in dark. `last` is the
 * button whose code loads last.
 */
const PICTURES = [
  {
    name: 'user-management',
    email: ADMIN_EMAIL,
    path: '/admin?section=users',
    last: 'Export as CSV for Excel',
  },
  { name: 'client-dashboard', email: CLIENT_EMAIL, path: '/client', last: 'Refresh' },
] as const;

const stopPortal = await startPortal();
const browser = await chromium.launch({ ...config.use?.launchOptions });
try {
  for (const { name, email, path, last } of PICTURES) {
    const context = await browser.newContext({
      baseURL: process.env.PORTAL_URL ?? '',
      locale: 'en-ZA',
      timezoneId: 'Africa/Johannesburg',
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await signIn(page, email);
    for (const [scheme, suffix] of [
      ['light', ''],
      ['dark', '-dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: last, exact: true }).waitFor();
      await page.screenshot({ path: `docs/images/${name}${suffix}.png` });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stopPortal();
}
