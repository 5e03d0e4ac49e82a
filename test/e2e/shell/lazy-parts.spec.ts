import type { Page } from '@playwright/test';
import { takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, openArea, startSession, test } from '#test/e2e/portal.ts';

const BROKEN = 'This part of the page could not be loaded.';

const abort = (page: Page, files: string) => page.route(files, (route) => route.abort());

test('a dialog shows its frame before its code has loaded, keeps the focus in it and returns it', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/client-detail-dialog*.js', async (route) => {
    await released;
    await route.continue();
  });
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=users');
  const view = page.getByRole('link', { name: /^View / }).nth(2);
  await view.click();
  const dialog = page.getByRole('dialog', { name: 'Client' });
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();

  release();
  await expect(page.getByRole('tab', { name: 'Client Information' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(view).toBeFocused();
});

test('the page dims at once when a dialog opens before the frame of dialogs has loaded', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/modal-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=users');
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .click();
  await expect(page.getByRole('status', { name: 'Loading', exact: true })).toBeInViewport({ ratio: 1 });

  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading', exact: true })).toBeHidden();
});

test('a dialog whose code does not load fails within its frame, and loads when it is tried again', async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  await abort(page, '**/debug-console*.js');
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${User_Id}&tab=invoices`);
  await page.getByRole('link', { name: 'Debug API' }).click();
  const console = page.getByRole('dialog', { name: 'System Debug Console' });
  await expect(console.getByText(BROKEN)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Debug API' })).toBeFocused();

  await page.goto(`/admin?open=debug.console`);
  await expect(console.getByText(BROKEN)).toBeVisible();
  // The portal does not answer: this page stays, where the browser would show its error page.
  await page.context().setOffline(true);
  await console.getByRole('button', { name: 'Try again' }).click();
  await expect(console.getByText('The portal cannot be reached.')).toBeVisible();

  await page.context().setOffline(false);
  await page.unrouteAll();
  await console.getByRole('button', { name: 'Try again' }).click();
  await expect(console.getByText('Test API connections and system functionality')).toBeVisible();
});

test('a page whose code did not load appears after one press when the code can be loaded', async ({
  page,
}) => {
  await abort(page, '**/client-portal*.js');
  await openArea(page, CLIENT_EMAIL);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await page.unrouteAll();
  await tryAgain.click();

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, ');
});

test('the page works without the code of toasts', async ({ page }) => {
  await abort(page, '**/late-parts*.js');
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('late-parts'));
  await openArea(page, CLIENT_EMAIL);
  await missed;
  await page.getByRole('link', { name: 'Profile' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test('the portal says that it is offline until the network is back, and covers no button of a dialog', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?open=user.edit:2');
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeVisible();
  const band = page.getByRole('alert').filter({ hasText: 'You are offline.' });

  await page.context().setOffline(true);
  await expect(band).toBeVisible();
  await save.click({ trial: true });
  await page.context().setOffline(false);
  await expect(band).toBeHidden();
});

test('a page whose scripts do not load says so, and works after a reload', async ({ page }) => {
  await startSession(page, CLIENT_EMAIL);
  await abort(page, '**/vendor*.js');
  await page.goto('/client?section=services');
  const note = page.getByRole('alert').filter({ hasText: 'The portal could not be loaded.' });
  await expect(note).toBeVisible();

  await page.unrouteAll();
  await note.getByRole('button', { name: 'Reload this page' }).click();
  await expect(page.getByText('Service ID').first()).toBeVisible();
  await expect(note).toBeHidden();
});

test('a page whose scripts hang says so after twenty seconds, until they arrive', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/vendor*.js', async (route) => {
    await released;
    await route.continue();
  });
  await startSession(page, CLIENT_EMAIL);
  await page.clock.install();
  // The page has not loaded until its scripts have.
  await page.goto('/client?section=services', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached();
  const note = page.getByRole('alert').filter({ hasText: 'The portal could not be loaded.' });
  await page.clock.fastForward(15_000);
  await expect(note).toBeHidden();
  await page.clock.fastForward(5_000);
  await expect(note.getByRole('button', { name: 'Reload this page' })).toBeVisible();

  release();
  await expect(page.getByText('Service ID').first()).toBeVisible();
  await expect(note).toBeHidden();
});
