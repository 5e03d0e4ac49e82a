import type { Page } from '@playwright/test';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, openArea, test } from '#test/e2e/portal.ts';

const PLACEHOLDER = 'Search services, accounts, or any data...';
const box = (page: Page) => page.getByPlaceholder(PLACEHOLDER);
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

/** Returns the keys of the found records, which the ids of their lines end with. */
const foundKeys = async (page: Page): Promise<string[]> => {
  const ids: string[] = await page.evaluate(
    "[...document.querySelectorAll('[role=option]')].map(({ id }) => id)",
  );

  return ids.flatMap((id) => /(?:client|invoice|service|ticket)\.\d+$/.exec(id) ?? []);
};

test.describe('the search of an administrator', () => {
  test.beforeEach(async ({ page }) => {
    await openArea(page, ADMIN_EMAIL);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  test('the search finds a client with the keyboard only, and Enter opens that client', async ({ page }) => {
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(CLIENT_EMAIL);
    await expect(options(page).first()).toContainText(/OW\d+.*client@demo/);
    await expect(options(page).first()).toContainText('Active');
    const dropdown = page.getByRole('listbox', { name: 'Results' });
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

  test('the header and the palette list the same records for an invoice number and for a phone number', async ({
    page,
  }) => {
    const users: { User_Id: number; User_Mobile: string }[] = (
      await (await page.request.get('/api/admin/users?search=client@demo')).json()
    ).users;
    const invoices: { invoiceNumber: string }[] = await (
      await page.request.get(`/api/users/${users[0]?.User_Id}/invoices`)
    ).json();
    const phone = String(users[0]?.User_Mobile.replace('+27', '0').slice(0, 6));

    for (const typed of [String(invoices[0]?.invoiceNumber), phone]) {
      await box(page).fill(typed);
      await expect(options(page).first()).toBeVisible();
      await expect.poll(() => foundKeys(page)).not.toEqual([]);
      const found = await foundKeys(page);
      await box(page).fill('');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(typed);

      await expect.poll(() => foundKeys(page)).toEqual(found);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
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
