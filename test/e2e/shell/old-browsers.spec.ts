import { expect, test } from '@playwright/test';

const TOO_OLD = 'This browser is too old for the portal.';
const BROWSERS = 'Please use a current version of Chrome, Edge, Firefox or Safari.';

test.use({ baseURL: process.env.PORTAL_URL ?? '' });

for (const address of ['/auth', '/client', '/verify-email', '/privacy']) {
  test(`${address} says at once that a browser is too old whose language lacks what the portal needs`, async ({
    page,
  }) => {
    // What such a browser lacks besides must not keep it from telling.
    await page.addInitScript(`
      delete Array.prototype.toSorted;
      delete MediaQueryList.prototype.addEventListener;
      delete window.BroadcastChannel;
      delete window.globalThis;
    `);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(address);

    await expect(page.getByRole('alert').filter({ hasText: TOO_OLD })).toContainText(BROWSERS);
    await expect(page.getByText('Check your connection')).toBeHidden();
  });

  test(`${address} names browsers, and no connection, if its scripts cannot be read`, async ({ page }) => {
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'export const a = b ?!. c;' }),
    );
    await page.goto(address);

    await expect(page.getByRole('alert').filter({ hasText: TOO_OLD })).toContainText(BROWSERS);
    await expect(page.getByText('Check your connection')).toBeHidden();
  });
}

test('a browser that can read the portal requests nothing that is for old ones, and is told nothing', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/auth');
  await expect(page.locator('#late-scripts')).toHaveCount(0);

  expect(asked).toContain('/first-reads.js');
  expect(asked).not.toContain('/old-browser.js');
  await expect(page.getByText(TOO_OLD)).toBeHidden();
});

test('a browser without modules runs the file that tells it so', async ({ page }) => {
  await page.goto('/auth');
  const path = await page.evaluate("document.querySelector('script[nomodule]').getAttribute('src')");
  await page.addScriptTag({ url: String(path) });

  await expect(page.getByRole('alert').filter({ hasText: TOO_OLD })).toContainText(BROWSERS);
});
