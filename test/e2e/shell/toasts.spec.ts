import { expect, test } from '#test/e2e/portal.ts';

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
