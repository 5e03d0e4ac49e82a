import type { Page } from '@playwright/test';
import { expectNoViolations, findViolations } from '#test/e2e/axe.ts';
import { asAdmin, failSharedDrive, takeClient } from '#test/e2e/people.ts';
import { expect, startSession, test } from '#test/e2e/portal.ts';

/** Signs in a different admin for each test, because each may run ten tests a minute. */
const signInAdmin = async (page: Page): Promise<void> => {
  const { User_Id, User_Email } = await takeClient();
  const admin = await asAdmin();
  await admin.editUser(User_Id, { user_role: 'admin', User_Name: 'Thandeka', User_Surname: 'Nêl' });
  await startSession(page, User_Email);
};

const CONSOLE = 'System Debug Console';
const BEFORE_ANY_RUN = 'Run a debug test to see detailed results here';

/** The results, while they have the focus. */
const AREA = 'document.activeElement';

const consoleOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: CONSOLE });

  return {
    dialog,
    results: dialog.getByRole('region', { name: 'Results' }),
    run: (name: string) => dialog.getByRole('button', { name, exact: true }),
    last: (name: string) => dialog.getByRole('button', { name: `Last result of ${name}` }),
  };
};

test('all four tests of the debug console run by keyboard from the account menu, and their results stay', async ({
  page,
}) => {
  await signInAdmin(page);
  await page.goto('/admin');
  const account = page.getByRole('button', { name: /^Account/ });
  const openByKeyboard = async () => {
    await account.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Account' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'My account' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: CONSOLE })).toBeFocused();
    await page.keyboard.press('Enter');
  };
  const { dialog, results, run, last } = consoleOf(page);

  await openByKeyboard();
  await expect(dialog).toHaveAccessibleDescription('Test API connections and system functionality');
  await expect(results).toHaveText(BEFORE_ANY_RUN);
  await expect(run('Test cloud drive API')).toBeFocused();

  for (const [outcome, finding] of [
    ['Test cloud drive API: SUCCESS', 'Google accepts the key and gave a token.'],
    ['Test Invoice Upload: SUCCESS', 'The same bytes came back.'],
    ['Fix Invoice Permissions: SUCCESS', 'files checked'],
    // Another test may just have parked a job.
    ['System check: ', 'Printed a page of'],
  ] as const) {
    await run(outcome.replace(/:.*/, '')).focus();
    await page.keyboard.press('Enter');
    await expect(results).toContainText(outcome, { timeout: 90_000 });
    await expect(results).toContainText(finding);
    await expect(results).toBeFocused();
  }

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/debug\.console/);
  await expect(account).toBeFocused();

  await openByKeyboard();
  await expect(results).toHaveText(BEFORE_ANY_RUN);
  await expect(last('Test Invoice Upload')).toHaveAccessibleName(
    /SUCCESS by Thandeka Nêl, [A-Z][a-z]{2} \d\d, \d{4} \d\d:\d\d$/,
  );
  await last('Test Invoice Upload').focus();
  await page.keyboard.press('Enter');
  await expect(results).toContainText('The same bytes came back.');
});

test('a fault of the drive appears in the debug console and on the dashboard, can be copied, and ends', async ({
  page,
  context,
}) => {
  await signInAdmin(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin?open=debug.console');
  const { dialog, results, run } = consoleOf(page);
  await failSharedDrive();
  await run('Test cloud drive API').click();

  await expect(page.getByText('Debug test failed', { exact: true })).toBeVisible();
  await expect(results).toContainText('Test cloud drive API: FAILED');
  await expect(results).toContainText('1 of 6 tests failed');
  await expect(page.getByText('System HealthDown')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy as text' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();

  await run('Test cloud drive API').click();
  await expect(results).toContainText('Test cloud drive API: SUCCESS');
  await expect(page.getByText('System HealthDown')).toBeHidden();
});

test("'Debug API' opens the debug console over the client, and Back closes it", async ({ page }) => {
  await signInAdmin(page);
  const client = await takeClient();
  await (await asAdmin()).createInvoice(client.User_Id);
  await page.goto(`/admin?client=${client.User_Id}&tab=invoices`);
  const debugApi = page.getByRole('link', { name: 'Debug API' });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const button of [debugApi, page.getByRole('link', { name: 'New invoice' }).last()]) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 740 });
  await debugApi.click();
  const { dialog, run } = consoleOf(page);
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/open=debug.console/);

  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog', { name: client.OWNumber })).toBeVisible();
  await debugApi.click();
  await expect(run('Test cloud drive API')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(debugApi).toBeFocused();
});

test('the debug console has no violation in either theme, fits 360 px, and its results scroll by keyboard', async ({
  page,
}) => {
  await signInAdmin(page);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/admin?open=debug.console');
  const { dialog, results, run } = consoleOf(page);
  await expect(dialog).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await run('Test Invoice Upload').click();
  await expect(results).toContainText('Test Invoice Upload: SUCCESS', { timeout: 90_000 });
  await failSharedDrive();
  await run('Test cloud drive API').click();
  await expect(results).toContainText('Test cloud drive API: FAILED');
  await expectNoViolations(page);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await expect(results).toHaveCSS('height', `${24 * 16}px`);
    await results.focus();
    expect(await page.evaluate(`${AREA}.scrollWidth - ${AREA}.clientWidth`)).toBe(0);
  }
  expect(await findViolations(page)).toEqual([]);

  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(`${AREA}.scrollTop`)).toBeGreaterThan(0);
});
