import type { Locator } from '@playwright/test';
import {
  ADMIN_EMAIL,
  CLIENT_EMAIL,
  expect,
  openArea,
  startSession,
  test,
  waitUntilTakenOver,
} from '#test/e2e/portal.ts';

const menu = 'Main';

test('the first tab stop is visible, and skips to the content', async ({ page }) => {
  await openArea(page, CLIENT_EMAIL);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  // Nothing covers the link.
  await skip.click({ trial: true });
  await page.keyboard.press('Enter');

  await expect(page.getByRole('main')).toBeFocused();
});

test('sections are links: current in the navigation, restored by a reload, and left by Back', async ({
  page,
}) => {
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
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible();
  await expect(navigation.locator('[aria-current="page"]')).toHaveText('Dashboard');
});

test('the header and the page have the same edges on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const edgesOf = async (part: Locator) => {
    await expect(part).toBeVisible();
    const { x, width } = (await part.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };

    return { left: x, right: x + width };
  };
  const header = page.getByRole('banner');
  const expectSameLeft = async () => {
    const heading = await edgesOf(page.getByRole('heading', { level: 1 }));
    expect((await edgesOf(header.getByRole('combobox', { name: 'Search' }))).left).toBe(heading.left);
  };

  await startSession(page, CLIENT_EMAIL);
  await page.goto('/client');
  await expectSameLeft();

  await page.context().clearCookies();
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=debtors');
  await expectSameLeft();
  expect((await edgesOf(header.getByRole('button').last())).right).toBe(
    (await edgesOf(page.getByRole('main').locator('> div'))).right,
  );
});

test("unfinished sections are disabled, say 'Coming Soon', and can be reached with the keyboard", async ({
  page,
}) => {
  await openArea(page, ADMIN_EMAIL);
  for (const name of ['Services', 'System Health', 'Settings']) {
    const item = page
      .getByRole('navigation', { name: menu })
      .getByRole('link', { name: `${name} Coming Soon` });
    await expect(item).toBeDisabled();
    await expect(item).not.toHaveAttribute('href');
    await item.focus();
    await expect(item).toBeFocused();
  }
});

test('the sidebar shows icons with their names below 1024 px', async ({ page }) => {
  await page.setViewportSize({ width: 1023, height: 800 });
  await openArea(page, CLIENT_EMAIL);
  const link = page.getByRole('navigation', { name: menu }).getByRole('link', { name: 'Invoices' });

  await expect.poll(async () => (await link.boundingBox())?.width).toBeLessThan(60);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect.poll(async () => (await link.boundingBox())?.width).toBeGreaterThan(200);
});

test('the sidebar is a drawer below 768 px that keeps the focus and returns it', async ({ page }) => {
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

test('the chosen theme is applied before the first paint, and System follows the system', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/auth');
  await page.getByTitle('Dark').click();
  await expect(page.locator('html')).toHaveClass('dark');

  // The class is set when the parser reaches the body, before any module has run.
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

test('a printed page has no shell around it and nothing to press', async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=users');
  const screenOnly = [
    page.getByRole('banner'),
    page.getByRole('navigation', { name: menu }),
    page.getByRole('navigation', { name: 'Pages' }),
    page.getByLabel('Search users'),
    page.getByLabel('Role', { exact: true }),
    page.getByLabel('Users per page'),
    page.getByRole('button', { name: 'Export as CSV' }),
    page.getByRole('link', { name: /^View / }).first(),
  ];
  for (const part of screenOnly) {
    await expect(part).toBeVisible();
  }
  await page.emulateMedia({ media: 'print' });

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const part of screenOnly) {
    await expect(part).toBeHidden();
  }
});

test('the dark theme prints dark on white, with readable badges and no focus ring', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await startSession(page, CLIENT_EMAIL);
  await page.goto('/client?section=invoices&show=paid');
  const heading = page.getByRole('heading', { level: 1, name: 'Invoices' });
  const paid = page.getByText('Paid', { exact: true }).filter({ visible: true }).first();
  await expect(paid).toBeVisible();
  await page.keyboard.press('Tab');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

  for (const text of [heading, paid]) {
    await expect(text).toHaveCSS('color', 'rgb(20, 26, 43)');
  }
  await expect(paid).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'none');
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(heading).toHaveCSS('color', 'rgb(238, 240, 247)');
});

test('forced colours distinguish the chosen item from others, and give a dialog an edge', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/auth');
  const selected = await page.evaluate<string>(`(() => {
    document.body.style.setProperty('outline-color', 'SelectedItem');
    return getComputedStyle(document.body).outlineColor;
  })()`);
  const isTold = async (chosen: Locator, other: Locator) => {
    await expect(chosen).toHaveCSS('background-color', selected);
    await expect(other).not.toHaveCSS('background-color', selected);
  };
  await isTold(page.getByRole('tab', { name: 'Sign In' }), page.getByRole('tab', { name: 'Register' }));
  await isTold(
    page.locator('label', { hasText: 'Email Login' }),
    page.locator('label', { hasText: 'OW Number' }),
  );

  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=users');
  const navigation = page.getByRole('navigation', { name: menu });
  await isTold(
    navigation.getByRole('link', { name: 'User Management' }),
    navigation.getByRole('link', { name: 'Dashboard' }),
  );
  await page.getByRole('button', { name: /^Account: / }).click();
  await isTold(page.getByTitle('System', { exact: true }), page.getByTitle('Light'));
  await page.keyboard.press('Escape');
  await isTold(page.getByRole('link', { name: 'Page 1' }), page.getByRole('link', { name: 'Page 2' }));
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-width', '1px');
});

test('the buttons of tall dialogs can be reached in a low window', async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);

  for (const [address, button] of [
    ['/admin?open=user.edit:2', 'Save changes'],
    ['/admin?open=user.reset:2:password', 'Cancel'],
    ['/admin?open=user.delete:1', 'Delete user'],
    ['/admin?client=2&tab=payments&open=payment.new', 'Record payment'],
    ['/admin?client=2&tab=payments&open=opening.correct', 'Adjust take-on balance'],
    ['/admin?client=2&tab=services&new=service', 'Cancel'],
    ['/admin?open=debug.console', 'Fix Invoice Permissions'],
  ] as const) {
    await page.goto(address);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
    for (const size of [
      { width: 1280, height: 560 },
      { width: 360, height: 480 },
    ]) {
      await page.setViewportSize(size);
      // A trial fails if something covers the button, or if no scrolling brings it into the window.
      await dialog.getByRole('button', { name: button }).last().click({ trial: true });
      await dialog.getByRole('button', { name: 'Close' }).click({ trial: true });
    }
  }
});
