import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { registerClient } from '#test/e2e/people.ts';
import { expect, fillSignIn, startSession, test } from '#test/e2e/portal.ts';

const OWN_SECURITY = '/client?section=profile&tab=security';

/** Sets the authenticator app of a new client up, and returns what it shows next, and the recovery codes. */
const setUpApp = async (page: Page) => {
  const { User_Email } = await registerClient();
  await startSession(page, User_Email);
  await page.goto(OWN_SECURITY);
  await page.getByRole('link', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Show the QR code' }).click();
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const key = (await dialog.locator('code').textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await expectNoViolations(page, '[role=dialog]');
  await dialog.getByLabel('Code that the app shows').fill(app.generate());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await expect(dialog).toHaveCount(0);

  return {
    User_Email,
    codes,
    /** The step that was confirmed counts once, and the next one may be used already. */
    nextCode: () => app.generate({ timestamp: Date.now() + 30_000 }),
  };
};

const openStep = async (page: Page, email: string) => {
  await page.context().clearCookies();
  await page.goto(`/auth?returnTo=${encodeURIComponent(OWN_SECURITY)}`);
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
};

test('a password asks for the code of the app, by keyboard alone, also after a reload, and leads on', async ({
  page,
}) => {
  const { User_Email, nextCode } = await setUpApp(page);
  await openStep(page, User_Email);
  await page.reload();
  const field = page.getByLabel('Code from your authenticator app');
  await expect(field).toBeFocused();
  await expectNoViolations(page, 'main');

  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+A');
  const code = nextCode();
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=security/);
  await expect(page.getByText(/, with password and code$/)).toBeVisible();
});

test('a recovery code lets in once, and then one less is left', async ({ page }) => {
  const { User_Email, codes } = await setUpApp(page);
  for (const isUsed of [false, true]) {
    await openStep(page, User_Email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(` ${codes[0]?.toLowerCase()} `);
    await page.getByRole('button', { name: 'Confirm' }).click();
    if (isUsed) {
      await expect(page.getByText('was used already')).toBeVisible();
    } else {
      await page.waitForURL(/tab=security/);
      await expect(page.getByText('9 of 10 left')).toBeVisible();
    }
  }
});

test('an open second step ends by signing in as somebody else', async ({ page }) => {
  const { User_Email } = await setUpApp(page);
  await openStep(page, User_Email);
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click();

  await expect(page.getByLabel('Email Address')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Email Address')).toBeVisible();
});

test('a second step that comes too late leads back to the sign-in with a sentence', async ({ page }) => {
  const { User_Email } = await setUpApp(page);
  await openStep(page, User_Email);
  const over = { status: 401, json: { message: 'That took too long.', code: 'unauthenticated' } };
  await page.route('**/api/login/second-step', (route) => route.fulfill(over));
  await page.route('**/api/user', (route) => route.fulfill(over));
  await page.getByRole('textbox', { name: 'Code from your authenticator app' }).fill('123456');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('status').filter({ hasText: 'more than ten minutes' })).toBeVisible();
  await expect(page.getByLabel('Email Address')).toBeVisible();
});
