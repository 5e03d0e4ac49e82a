import type { Locator } from '@playwright/test';
import {
  ADMIN_EMAIL,
  CLIENT_EMAIL,
  expect,
  fillSignIn,
  PASSWORD,
  signIn,
  test,
  waitUntilTakenOver,
} from '#test/e2e/portal.ts';

const toast = '[data-tone]';
const DAY_SECONDS = 24 * 60 * 60;

test('a wrong password shows a red toast and the way on under the password, the button stays, and nothing typed is lost', async ({
  page,
}) => {
  const stranger = `nobody-${crypto.randomUUID()}@example.co.za`;
  await page.goto('/auth');
  await page.getByLabel('Email Address').fill(stranger);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  const button = page.getByRole('button', { name: 'Sign In', exact: true });
  const before = await button.boundingBox();
  await button.click();

  await expect(page.locator(`${toast}[data-tone="error"]`)).toContainText(
    'Login failedInvalid credentials. Please check your email and password.',
  );
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    "Check both, or press 'Forgot password?'.",
  );
  expect(await button.boundingBox()).toEqual(before);
  await expect(page.getByLabel('Email Address')).toHaveValue(stranger);
  expect(page.url()).toMatch(/\/auth$/);
});

test("the footer links to the licences of the site's packages, including that of its font", async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Licences' }).click();

  await expect(page.getByText('@fontsource-variable/manrope')).toBeVisible();
  await expect(page.getByText('SIL OPEN FONT LICENSE Version 1.1')).toBeVisible();
});

test('a client is greeted by name after signing in, and can sign in by any spelling of the OW number', async ({
  page,
}) => {
  await signIn(page, CLIENT_EMAIL);
  await expect(page.locator(toast)).toContainText(/Welcome back!Hello \S.*, you've successfully logged in\./);

  await page.getByRole('button', { name: /^Account/ }).click();
  const owNumber = await page
    .getByRole('region', { name: 'Account', exact: true })
    .getByText(/^OW\d+$/)
    .textContent();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.locator(`${toast}[data-tone="success"]`)).toContainText(
    "Logged outYou've been successfully logged out.",
  );

  await page.getByText('OW Number', { exact: true }).click();
  await page.getByRole('textbox', { name: 'OW Number' }).fill(`\u200b${owNumber}`.replace('OW', '0w\u2011'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client');
});

test('nothing of the portal can be seen again after logging out', async ({ page }) => {
  await signIn(page, CLIENT_EMAIL);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  // The remaining cookie opens nothing: it lets the owner sign in while strangers fail to (D27).
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual(['known']);
});

test("logging out removes the clients' data from the screen even if the server refuses, and then the person stays signed in", async ({
  page,
}) => {
  await signIn(page, ADMIN_EMAIL);
  await page.goto('/admin?section=users');
  await expect(page.getByRole('row').filter({ hasText: '@' }).first()).toBeVisible();
  await page.route('**/api/logout', (route) =>
    route.fulfill({ status: 503, json: { message: 'The portal cannot reach its database.' } }),
  );
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();

  await expect(page.locator(`${toast}[data-tone="error"]`)).toContainText(
    'Logout failedThe portal cannot reach its database.',
  );
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('logging out in one tab ends the session in the others', async ({ page, context }) => {
  await signIn(page, CLIENT_EMAIL);
  const otherTab = await context.newPage();
  await otherTab.goto('/client?section=profile');
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(otherTab.getByText('Your session has ended')).toBeVisible();
});

for (const { remember, lifetimeDays } of [
  { remember: true, lifetimeDays: 30 },
  { remember: false, lifetimeDays: undefined },
]) {
  test(`a session ${remember ? 'lasts 30 days' : 'ends with the browser'} ${remember ? 'with' : 'without'} 'Remember me'`, async ({
    page,
  }) => {
    await page.goto('/auth');
    await fillSignIn(page, CLIENT_EMAIL);
    if (remember) {
      await page.getByText('Remember me').click();
    }
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/client');

    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const lifetimeSeconds = (cookie?.expires ?? 0) - Date.now() / 1000;
    if (lifetimeDays) {
      expect(lifetimeSeconds / DAY_SECONDS).toBeCloseTo(lifetimeDays, 1);
    } else {
      expect(cookie?.expires).toBe(-1);
    }
  });
}

test('signing in works with the keyboard only', async ({ page }) => {
  await page.goto('/auth');
  await waitUntilTakenOver(page);
  await page.getByRole('tab', { name: 'Sign In' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  // The panel itself can be focused until the next frame, in which Chakra finds its fields.
  await expect(page.getByRole('tabpanel', { name: 'Sign In' })).not.toHaveAttribute('tabindex', '0');

  const password = page.getByLabel('Password', { exact: true });
  const rememberMe = page.getByRole('checkbox', { name: 'Remember me' });
  const tabTo = async (target: Locator) => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused();
  };

  await tabTo(page.getByRole('radio', { name: 'Email Login' }));
  await tabTo(page.getByLabel('Email Address'));
  await page.keyboard.type(CLIENT_EMAIL);
  await tabTo(password);
  await page.keyboard.type(PASSWORD);
  await tabTo(page.getByRole('button', { name: 'Show password' }));
  await page.keyboard.press('Space');
  await expect(password).toHaveAttribute('type', 'text');
  await tabTo(rememberMe);
  await page.keyboard.press('Space');
  await expect(rememberMe).toBeChecked();
  await expect(rememberMe).toHaveCSS('accent-color', 'rgb(47, 72, 211)');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client');
});
