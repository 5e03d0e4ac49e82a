import type { Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  CLIENT_EMAIL,
  expect,
  PASSWORD,
  startSession,
  test,
  waitUntilTakenOver,
} from '#test/e2e/portal.ts';

const FAULTS = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => shifts.push(entry.value)))
    .observe({ type: 'layout-shift', buffered: true });
`;

/** Holds the portal's scripts until they are released. The small files that the page itself names load at once. */
const holdScripts = async (page: Page) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });

  return released.resolve;
};

/** Collects faults on the console: a tree that React could not take over, or a refusal of the policy. */
const listenForFaults = (page: Page) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 401/.test(message.text())) {
      faults.push(message.text());
    }
  });

  return faults;
};

const LOOKS = [
  [360, 'light'],
  [1280, 'dark'],
] as const;

for (const { address, email } of [
  { address: '/auth' },
  { address: '/auth?tab=register' },
  { address: '/client', email: CLIENT_EMAIL },
  { address: '/admin?section=users', email: ADMIN_EMAIL },
]) {
  test(`${address} is on the screen before any script, and the scripts take it over unchanged`, async ({
    page,
  }) => {
    const faults = listenForFaults(page);
    await page.addInitScript(FAULTS);
    if (email) {
      await startSession(page, email);
    }
    // Data that is read later would change the picture. Another test covers it.
    await page.route(/\/api\/(auth-options|client|admin|provider|support|users)\b/, () => undefined);

    for (const [width, colorScheme] of LOOKS) {
      await page.setViewportSize({ width, height: 780 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const release = await holdScripts(page);
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const before = email ? undefined : await page.screenshot({ animations: 'disabled' });

      release();
      await waitUntilTakenOver(page);
      if (before) {
        expect(await page.screenshot({ animations: 'disabled' })).toEqual(before);
      }
      const shifts = await page.evaluate<number[]>('shifts');
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.002);
      await page.unroute('**/assets/*.js');
    }
    expect(faults).toEqual([]);
  });
}

test('input and a submit of the sign-in form before the scripts have loaded are kept, and sent by them', async ({
  page,
}) => {
  const faults = listenForFaults(page);
  const release = await holdScripts(page);
  await page.goto('/auth?returnTo=%2Fclient', { waitUntil: 'commit' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));

  await page.getByText('OW Number', { exact: true }).click();
  await page.locator('[name=identifier]').pressSequentially('ow10002');
  await page.getByText('Remember me').click();
  const password = page.getByLabel('Password', { exact: true });
  await password.pressSequentially(PASSWORD);
  await password.press('Enter');
  expect(page.url()).toMatch(/\/auth\?returnTo=%2Fclient$/);
  await expect(password).toBeFocused();

  release();
  await page.waitForURL('**/client');
  expect((await page.context().cookies()).find(({ name }) => name === 'session')?.expires).toBeGreaterThan(0);
  expect(requests.filter((url) => url.includes(encodeURIComponent(PASSWORD)))).toEqual([]);
  expect(faults).toEqual([]);
});

test('a theme and a search that are entered before the scripts have loaded stay, and the scripts use them', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  let release = await holdScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByTitle('Dark').click();
  await expect(page.locator('html')).toHaveClass('dark');
  release();
  await waitUntilTakenOver(page);
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();

  await page.unroute('**/assets/*.js');
  await startSession(page, ADMIN_EMAIL);
  release = await holdScripts(page);
  await page.goto('/admin', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Search' }).fill('demo');
  release();
  await expect(page.getByRole('option').first()).toBeVisible();

  await page.unroute('**/assets/*.js');
  release = await holdScripts(page);
  await page.goto('/admin?section=users', { waitUntil: 'commit' });
  await page.getByLabel('Search users').fill('nobody has this name');
  release();
  await expect(page.getByText('No users found')).toBeVisible();
});
