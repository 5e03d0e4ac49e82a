import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, openArea, test, waitUntilTakenOver } from '#test/e2e/portal.ts';

const palette = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const lines = (page: Page) => page.getByRole('dialog').getByRole('option');

test.describe('the palette of an administrator', () => {
  test.beforeEach(async ({ page }) => {
    await openArea(page, ADMIN_EMAIL);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  test('a day of routine needs the keyboard alone: a client, their new invoice, an invoice by its amount', async ({
    page,
  }) => {
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeFocused();
    // Enter means the first result, also before it has arrived.
    await page.keyboard.type(CLIENT_EMAIL);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\?client=\d+$/);
    await expect(page.getByRole('tab', { name: 'Client Information' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeFocused();
    await page.keyboard.type('new inv');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toHaveAttribute('placeholder', 'For which client?');
    await page.keyboard.type(CLIENT_EMAIL);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/client=\d+&tab=invoices&open=invoice.new/);
    await expect(page.getByRole('dialog', { name: 'New invoice' })).toBeVisible();
    const client = new URL(page.url()).searchParams.get('client');
    await page.goto(`/admin?client=${client}&tab=invoices`);
    const amount = page
      .getByRole('row')
      .filter({ hasText: /INV-\d{4}-\d+/ })
      .getByText(/^R\s[\d\s]+,\d\d$/)
      .first();
    await expect(amount).toBeVisible();
    const typed = String(await amount.textContent());
    await page.goto('/admin');
    await waitUntilTakenOver(page);

    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(palette(page)).toBeFocused({ timeout: 1000 });
    }).toPass();
    await palette(page).fill(typed);
    const invoice = lines(page)
      .filter({ hasText: /INV-\d{4}-\d+/ })
      .first();
    await expect(invoice).toContainText(typed);
  });

  for (const [code, files] of [
    ['the palette', '**/admin-palette*.js'],
    ['dialogs', '**/modal-*.js'],
  ] as const) {
    test(`what is typed before the code of ${code} has loaded is searched for, and Enter alone does nothing`, async ({
      page,
    }) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(files, async (route) => {
        await released;
        await route.continue();
      });
      await page.reload();
      await waitUntilTakenOver(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Enter');
      await page.keyboard.type('bax');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('ckgr');
      release();
      await expect(palette(page)).toHaveValue('backgr');
      await expect(palette(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await expect(palette(page)).toHaveValue('');

      await page.unrouteAll();
      const again = Promise.withResolvers<void>();
      await page.route(files, async (route) => {
        await again.promise;
        await route.continue();
      });
      await page.reload();
      await waitUntilTakenOver(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('background');
      await page.keyboard.press('Enter');
      again.resolve();
      await expect(page.getByRole('heading', { level: 1, name: 'Background Jobs' })).toBeVisible();
    });
  }

  test('the palette offers the acts on the chosen client, and leads back', async ({ page }) => {
    await page.getByRole('button', { name: 'Search and act (Ctrl K)' }).click();
    await palette(page).fill(CLIENT_EMAIL);
    await expect(lines(page).filter({ hasText: /OW\d+/ }).first()).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(lines(page).filter({ hasText: 'Reset Password' })).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(palette(page)).toHaveAttribute('placeholder', /^Find a client/);

    await page.keyboard.type('background');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Background Jobs' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('odd text in the palette finds nothing and says so, and a longer one is cut', async ({ page }) => {
    await page.keyboard.press('Control+k');
    for (const text of ['%%%', '🛰️🛰️', "x' or '1'='1", '\\\\', '\ud800\ud800']) {
      await palette(page).fill(text);
      await expect(page.getByRole('dialog').getByText('Try different search terms')).toBeVisible();
    }
    await palette(page).fill('9'.repeat(10_000));
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0);
  });

  test('the key sheet lists the keys, and its switch turns single keys off for good', async ({ page }) => {
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');
    for (const line of [
      'Search and act',
      'DebtorsG then B',
      'Record paymentP',
      'More actions on the result→',
    ]) {
      await expect(sheet).toContainText(line);
    }
    await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await page.reload();
    // The heading is in the page before its scripts run; the account is not.
    await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Search' })).not.toBeFocused();
    await expect(sheet).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeFocused();
    await page.keyboard.type('keyboard');
    await page.keyboard.press('Enter');
    await expect(sheet).toContainText('Next client');
  });

  test('G leads to the pages, also from a record, in which P and N open the forms of its client', async ({
    page,
  }) => {
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await expect(page.getByRole('heading', { level: 1, name: 'Debtors as at' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();

    await page.goto('/admin?client=2');
    await waitUntilTakenOver(page);
    await expect(page.getByRole('tab', { name: 'Client Information' })).toBeFocused();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/client=2&tab=invoices&open=invoice.new/);
    await page.goto('/admin?client=2');
    await waitUntilTakenOver(page);
    await expect(page.getByRole('tab', { name: 'Client Information' })).toBeFocused();
    await page.keyboard.press('p');
    await expect(page.getByLabel(/^Amount/)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  for (const width of [1280, 360]) {
    test(`axe finds no violation in the palette and the key sheet in either theme at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.keyboard.press('Control+k');
      await palette(page).fill('demo');
      await expect(lines(page).filter({ hasText: CLIENT_EMAIL }).first()).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('?');
      await expect(page.getByRole('checkbox', { name: 'Single-key shortcuts' })).toBeVisible();
      await expectNoViolations(page);
    });
  }
});

test("'pay' leads a client to the bank details, from the header and from the palette of a phone", async ({
  page,
}) => {
  await openArea(page, CLIENT_EMAIL);
  const howToPay = page.getByRole('region', { name: 'How to pay' });
  await page.getByRole('combobox', { name: 'Search' }).fill('pay');
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toContainText(
    'How to pay',
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  await expect(howToPay).toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/client?section=support');
  await waitUntilTakenOver(page);
  await page.getByRole('button', { name: /^Search and act/ }).click();
  await palette(page).fill('pay');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/section=invoices&pay=true$/);
  await expect(howToPay).toBeInViewport();
});

test('a client finds their own invoices, services and pages in the palette and in the header', async ({
  page,
}) => {
  await openArea(page, CLIENT_EMAIL);
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('INV-');
  const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(found.first()).toContainText(/INV-\d{4}-\d+/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^INV-/ })).toBeVisible();
  // Esc leads back to where the search began.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.type('profile');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeHidden();
  await page.getByRole('button', { name: /^Search and act/ }).click();
  await palette(page).fill('+27');
  await expect(lines(page).first()).toBeVisible();
});
