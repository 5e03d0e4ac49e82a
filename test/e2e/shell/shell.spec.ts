import { ADMIN_EMAIL, CLIENT_EMAIL, expect, openArea, test, waitUntilTakenOver } from '#test/e2e/portal.ts';

const menu = 'Main';

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await openArea(page, CLIENT_EMAIL);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('main')).toBeFocused();
});

test('sections are links in the address: current, reloaded, and left by Back', async ({ page }) => {
  await openArea(page, CLIENT_EMAIL);
  const navigation = page.getByRole('navigation', { name: menu });
  await navigation.getByRole('link', { name: 'Active Services' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Active Services' })).toBeVisible();
  await expect(page).toHaveTitle('Active Services · OW Connect');
  await expect(navigation.locator('[aria-current="page"]')).toHaveText('Active Services');

  await page.reload();
  await waitUntilTakenOver(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Active Services' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible();
  await expect(navigation.locator('[aria-current="page"]')).toHaveText('Dashboard');
});

test("what is not built yet is disabled and says 'Coming Soon'", async ({ page }) => {
  await openArea(page, ADMIN_EMAIL);
  for (const name of ['Services', 'System Health', 'Settings']) {
    const item = page
      .getByRole('navigation', { name: menu })
      .getByRole('link', { name: `${name} Coming Soon` });
    await expect(item).toBeDisabled();
    await expect(item).not.toHaveAttribute('href');
  }
});

test('below 1024 px the sidebar is icons that keep their names', async ({ page }) => {
  await page.setViewportSize({ width: 1023, height: 800 });
  await openArea(page, CLIENT_EMAIL);
  const link = page.getByRole('navigation', { name: menu }).getByRole('link', { name: 'Invoices' });

  await expect.poll(async () => (await link.boundingBox())?.width).toBeLessThan(60);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect.poll(async () => (await link.boundingBox())?.width).toBeGreaterThan(200);
});

test('below 768 px the sidebar is a drawer that keeps the focus and gives it back', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 });
  await openArea(page, CLIENT_EMAIL);
  const open = page.getByRole('button', { name: 'Open menu' });
  await expect(open).toBeVisible();
  await expect(page.getByRole('navigation', { name: menu })).toBeHidden();
  await open.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();

  await open.click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
});

test('the chosen theme is there before the first paint, and System follows the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/auth');
  await page.getByTitle('Dark').click();
  await expect(page.locator('html')).toHaveClass('dark');

  // The class stands when the parser reaches the body, before any module has run.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.locator('html')).toHaveClass('dark');
  await page.unroute('**/assets/*.js');

  await page.reload();
  await page.getByTitle('System').click();
  await expect(page.locator('html')).toHaveClass('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass('dark');
});

test('a printed page has no shell around it', async ({ page }) => {
  await openArea(page, CLIENT_EMAIL);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation', { name: menu })).toBeVisible();
  await page.emulateMedia({ media: 'print' });

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: menu })).toBeHidden();
});
