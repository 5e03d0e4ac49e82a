import type { Page } from '@playwright/test';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, openArea, test } from '#test/e2e/portal.ts';

const PLACEHOLDER = 'Search services, accounts, or any data...';
const box = (page: Page) => page.getByPlaceholder(PLACEHOLDER);
const options = (page: Page) => page.getByRole('listbox', { name: 'Customers' }).getByRole('option');
const _isSearch = (url: string) => new URL(url).pathname === '/api/search';

test.describe('the search of an administrator', () => {
  test.beforeEach(async ({ page }) => {
    await openArea(page, ADMIN_EMAIL);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  test('the search finds a client with the keyboard only, and Enter opens that client', async ({ page }) => {
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(CLIENT_EMAIL);
    await expect(options(page)).toHaveCount(1);
    await expect(options(page)).toContainText(/OW\d+.*client@demo/);
    await expect(options(page)).toContainText('Active');
    const dropdown = page.getByRole('listbox', { name: 'Customers' }).locator('..');
    await expect(dropdown).toHaveCSS('max-height', '384px');
    await expect(dropdown).toHaveCSS('overflow-y', 'auto');
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true');

    await page.keyboard.press('ArrowDown');
    const active = options(page).and(page.locator('[aria-selected="true"]'));
    await expect(box(page)).toHaveAttribute('aria-activedescendant', String(await active.getAttribute('id')));
    const name = String(await active.locator('p').first().textContent());
    await page.keyboard.press('Enter');

    await expect(page.getByRole('dialog')).toContainText(name);
    expect(page.url()).toMatch(/\/admin\?client=\d+$/);
    await expect(box(page)).toHaveValue('');
  });

  test('Escape, a click outside and leaving the field close the search dropdown and keep the text', async ({
    page,
  }) => {
    await box(page).fill('demo');
    await expect(options(page).first()).toBeVisible();
    await box(page).press('Escape');
    await expect(options(page)).toHaveCount(0);
    await box(page).press('ArrowDown');
    await expect(options(page).first()).toBeVisible();

    await page.getByRole('navigation', { name: 'Main' }).click({ position: { x: 5, y: 300 }, force: true });
    await expect(options(page)).toHaveCount(0);
    await expect(box(page)).toHaveValue('demo');

    await box(page).click();
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(options(page)).toHaveCount(0);
  });

  test('a slash typed into another field does not move the focus to the search', async ({ page }) => {
    await page.getByRole('link', { name: 'User Management' }).click();
    const filter = page.getByRole('searchbox', { name: /search users/i });
    await filter.click();
    await page.keyboard.press('/');

    await expect(filter).toHaveValue('/');
    await expect(filter).toBeFocused();
  });
});

test('a client finds only what is their own in the search', async ({ page }) => {
  await openArea(page, CLIENT_EMAIL);
  const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await box(page).fill('client@demo');
  await expect(found).toContainText([CLIENT_EMAIL]);

  await box(page).fill('admin@demo');
  await expect(page.getByText('Try different search terms')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('');
});
