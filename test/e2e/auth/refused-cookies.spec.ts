import type { Page } from '@playwright/test';
import { waitForLink } from '#test/e2e/mailbox.ts';
import { registerClient, takeClient } from '#test/e2e/people.ts';
import { expect, fillSignIn, test } from '#test/e2e/portal.ts';

/** Keeps each cookie of the portal from the browser, as one does that refuses them without a word. */
const stripCookies = (page: Page) =>
  page.route('**/api/**', async (route) => {
    const answer = await route.fetch();
    const headers = Object.fromEntries(
      Object.entries(answer.headers()).filter(([name]) => name !== 'set-cookie'),
    );
    await page.context().clearCookies();
    await route.fulfill({ response: answer, headers });
  });

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'Your browser refuses cookies' });

const expectNothingElse = async (page: Page) => {
  await expect(page.getByText('session has ended')).toHaveCount(0);
  await expect(page.getByText(/successfully/)).toHaveCount(0);
};

test('whoever signs in where cookies are refused reads so each time, and after allowing them is where they wanted to be', async ({
  page,
}) => {
  const { User_Email: email } = await takeClient();
  await stripCookies(page);
  await page.goto('/client?section=invoices');
  for (const _ of ['first', 'second']) {
    await fillSignIn(page, email);
    // The sentence of the first time still stands while the second sign-in is under way.
    const answer = page.waitForResponse('**/api/login');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await answer;
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    await expect(note(page)).toContainText('Please allow cookies for this site, then sign in again.');
    await expect(page.getByLabel('Email Address')).toHaveValue(email);
    await expectNothingElse(page);
  }

  await page.unrouteAll({ behavior: 'wait' });
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
});

test('whoever registers where cookies are refused reads that the account was created', async ({ page }) => {
  await stripCookies(page);
  await page.goto('/auth?tab=register');
  const email = `naledi.${crypto.randomUUID()}@example.co.za`;
  for (const [label, value] of Object.entries({
    'First Name': 'Naledi',
    'Last Name': 'Khumalo',
    'Email Address': email,
    'Phone Number': '082 123 4567',
    'ID Number or Passport Number': 'A01234567',
    Password: 'a long enough one',
    'Confirm Password': 'a long enough one',
  })) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expect(note(page)).toContainText('Your account was created.');
  await expect(note(page)).toContainText('allow cookies for this site, then sign in');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await expectNothingElse(page);
});

test('whoever opens a link of our mails where cookies are refused is told of cookies, and keeps the link', async ({
  page,
}) => {
  const { User_Email: email } = await registerClient();
  await stripCookies(page);
  await page.goto(await waitForLink(email, /verify/i, '/verify-email'));
  const verify = page.getByRole('button', { name: 'Verify address' });
  await verify.click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await verify.click();
  await expect(note(page)).toBeVisible();
  await expectNothingElse(page);

  await page.unrouteAll({ behavior: 'wait' });
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await verify.click();
  await expect(page.getByText('Address verified', { exact: true })).toBeVisible();
});

test('a new password is set by its link where cookies are refused', async ({ page }) => {
  const { User_Email: email } = await takeClient();
  await stripCookies(page);
  await page.goto('/forgot-password');
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.goto(await waitForLink(email, /password/i, '/reset-password'));
  await page.getByLabel('New password', { exact: true }).fill('a quiet river in Paarl');
  await page.getByRole('button', { name: 'Set new password' }).click();

  await expect(page.getByText('Your password is set')).toBeVisible();
  await expect(page.getByText('session has ended')).toHaveCount(0);
});

test('a browser that says that it refuses cookies is told so before anybody types', async ({ page }) => {
  await page.addInitScript("Object.defineProperty(navigator, 'cookieEnabled', { value: false })");
  await page.goto('/auth?tab=register');

  await expect(note(page)).toContainText('Please allow cookies for this site');
});
