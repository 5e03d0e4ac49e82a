import type { Page } from '@playwright/test';
import { stopClock, windUntilVisible } from '#test/e2e/clock.ts';
import { expect, test } from '#test/e2e/portal.ts';

const toasts = (page: Page) => page.locator('[data-tone]');

/** Shows a red toast that has just appeared. No sign-in reaches the portal, so nobody is blocked by it. */
const failToSignIn = async (page: Page, identifier = 'toast@example.co.za') => {
  await page.route('**/api/login', (route) =>
    route.fulfill({ status: 401, json: { message: `No ${identifier}` } }),
  );
  await page.getByLabel('Email Address').fill(identifier);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await windUntilVisible(page, toasts(page).filter({ hasText: `No ${identifier}` }));
};

test.beforeEach(async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await stopClock(page);
});

test('a toast stays for five seconds', async ({ page }) => {
  await failToSignIn(page);
  await page.mouse.move(5, 5);

  await page.clock.runFor(4500);
  await expect(toasts(page)).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(500);
  await expect(toasts(page)).toBeHidden();
});

test('the clock of a toast stops while the pointer is on it', async ({ page }) => {
  await failToSignIn(page);
  await toasts(page).hover();

  await page.clock.runFor(60_000);
  await expect(toasts(page)).toHaveAttribute('data-state', 'open');
  await page.mouse.move(5, 5);
  await page.clock.runFor(5000);
  await expect(toasts(page)).toBeHidden();
});

test('the clock of a toast stops while the focus is in it, which F8 moves there', async ({ page }) => {
  await failToSignIn(page);
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).locator('ol')).toBeFocused();
  await page.keyboard.press('Tab');

  await page.clock.runFor(60_000);
  await expect(toasts(page)).toHaveAttribute('data-state', 'open');
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toBeHidden();
});

test('only the newest toast is visible', async ({ page }) => {
  await failToSignIn(page, 'first@example.co.za');
  await failToSignIn(page, 'second@example.co.za');

  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText('No second@example.co.za');
});

for (const { px, fate } of [
  { px: 40, fate: 'stays' },
  { px: 60, fate: 'goes' },
]) {
  test(`a toast swiped ${px} px to the right ${fate}`, async ({ page }) => {
    await failToSignIn(page);
    const card = await toasts(page).boundingBox();
    if (!card) {
      throw new Error('the toast is not on the screen');
    }
    const [x, y] = [card.x + 40, card.y + 20];

    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + px / 2, y, { steps: 5 });
    await page.mouse.move(x + px, y, { steps: 5 });
    await page.mouse.up();

    if (fate === 'stays') {
      await expect(toasts(page)).toHaveAttribute('data-swipe', 'cancel');
    } else {
      await expect(toasts(page)).toBeHidden();
    }
  });
}

test('the region of toasts is at most 420 px wide, and as wide as the screen on a phone', async ({
  page,
}) => {
  const region = page.getByRole('region', { name: /Notifications/ }).locator('ol');

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(region).toHaveCSS('width', '420px');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(region).toHaveCSS('width', '360px');
});
