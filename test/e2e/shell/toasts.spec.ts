import type { Page } from '@playwright/test';
import { takeClient } from '#test/e2e/people.ts';
import { CLIENT_EMAIL, expect, fillSignIn, startSession, test } from '#test/e2e/portal.ts';

test('the region of toasts is at most 420 px wide, and as wide as the screen on a phone', async ({
  page,
}) => {
  await page.goto('/auth');
  const region = page.getByRole('region', { name: /Notifications/ }).locator('ol');

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(region).toHaveCSS('width', '420px');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(region).toHaveCSS('width', '360px');
});

/** Lists the controls that lie under the toast. */
const COVERED = `(() => {
  const toast = document.querySelector('[data-tone]');
  const { top, bottom, left, right } = toast.getBoundingClientRect();
  return [...document.querySelectorAll('a[href], button, input, select, textarea')]
    .filter((control) => !toast.contains(control))
    .filter((control) => {
      const box = control.getBoundingClientRect();
      return box.width > 0 && box.top < bottom && box.bottom > top && box.left < right && box.right > left;
    })
    .map((control) => control.textContent || control.getAttribute('aria-label'));
})()`;

const expectNothingCovered = async (page: Page, title: string) => {
  await expect(page.locator('[data-tone]')).toContainText(title);
  await expect.poll(() => page.evaluate(COVERED)).toEqual([]);
};

const PHONE = { width: 360, height: 740 };

test('a refused sign-in on a phone leaves Sign In free, and its toast ends with the page', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/auth');
  await page.getByLabel('Email Address').fill('nobody@example.co.za');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectNothingCovered(page, 'Login failed');

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.locator('[data-tone]')).toBeHidden();
});

test('the welcome outlives the way to the dashboard, and ends when the bank details open', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/auth');
  await fillSignIn(page, CLIENT_EMAIL);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'How to pay' })).toBeVisible();
  await expectNothingCovered(page, 'Welcome back!');
  await page.getByRole('button', { name: 'How to pay' }).click();
  await expect(page.getByRole('button', { name: /^Copy/ }).first()).toBeVisible();

  await expect(page.locator('[data-tone]')).toBeHidden();
});

test('a saved profile leaves Save changes free', async ({ page }) => {
  const client = await takeClient();
  await startSession(page, client.User_Email);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/client?section=profile');
  await page.getByLabel('Town').fill('Worcester');
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expectNothingCovered(page, 'Your details are saved');
});
