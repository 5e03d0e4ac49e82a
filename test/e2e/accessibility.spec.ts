import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CLIENT_EMAIL, expect, signIn, test } from './portal.ts';

interface Screen {
  name: string;
  path: string;
  email?: string;
  /** What the screen shows when it is complete. */
  landmark: string;
  act?: (page: Page) => Promise<void>;
}

const SCREENS: readonly Screen[] = [
  { name: 'the sign-in page', path: '/auth', landmark: 'Sign in to your account' },
  {
    name: 'the registration with every error',
    path: '/auth?tab=register',
    landmark: 'Create your account',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('First name is required')).toBeVisible();
    },
  },
  { name: 'the 404 page', path: '/nowhere', landmark: '404 Page Not Found' },
  { name: "the client's dashboard", path: '/client', email: CLIENT_EMAIL, landmark: 'Welcome back' },
  {
    name: "the client's services",
    path: '/client?section=services',
    email: CLIENT_EMAIL,
    landmark: 'Active Services',
  },
  {
    name: "the client's invoices",
    path: '/client?section=invoices',
    email: CLIENT_EMAIL,
    landmark: 'Invoices',
  },
  { name: "the client's profile", path: '/client?section=profile', email: CLIENT_EMAIL, landmark: 'Profile' },
  {
    name: 'the search results',
    path: '/client',
    email: CLIENT_EMAIL,
    landmark: 'Welcome back',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Search' }).fill('demo');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
    },
  },
];

const open = async (page: Page, { path, email, landmark, act }: Screen) => {
  if (email) await signIn(page, email);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(landmark);
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  await act?.(page);
};

for (const screen of SCREENS) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing wrong with ${screen.name}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(page, screen);

      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
      ).toEqual([]);
    });
  }

  test(`${screen.name} fits a screen of 360 px without sideways scroll`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, screen);

    const overhang = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overhang).toBe(0);
  });
}
