import type { Page } from '@playwright/test';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, fillSignIn, signIn, test } from '#test/e2e/portal.ts';
import { fullName } from '#web/lib/full-name.ts';

const NOTE_HEADINGS = `
  new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent;
    if (heading) noteHeading(heading);
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** Every heading that a page shows from now on, also for the blink of an eye. */
const watchHeadings = async (page: Page): Promise<Set<string>> => {
  const seen = new Set<string>();
  await page.exposeFunction('noteHeading', (heading: string) => seen.add(heading));
  await page.addInitScript(NOTE_HEADINGS);

  return seen;
};

const SIGN_IN = 'Sign in to your account';
const NOT_FOUND = '404 Page Not Found';

/** What an area's HTML shows to anybody before the session is known: its frame, and nothing of a person. */
const FRAMES = ['Dashboard', 'Welcome back!'];

for (const path of ['/', '/auth', '/admin', '/client']) {
  test(`a visitor at ${path} sees the sign-in page and of no other more than its frame`, async ({ page }) => {
    const seen = await watchHeadings(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: SIGN_IN })).toBeVisible();

    expect(page.url()).toMatch(/\/auth$/);
    await expect.poll(() => [...seen].filter((shown) => !FRAMES.includes(shown))).toEqual([SIGN_IN]);
  });
}

const AREAS = [
  { who: 'an administrator', email: ADMIN_EMAIL, area: '/admin', heading: /^Dashboard$/ },
  { who: 'a client', email: CLIENT_EMAIL, area: '/client', heading: /^Welcome back/ },
];

for (const { who, email, area, heading } of AREAS) {
  test(`${who} is taken to ${area} from everywhere, and sees of another page no more than its frame`, async ({
    page,
  }) => {
    await signIn(page, email);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const seen = await watchHeadings(page);

    for (const path of ['/', '/auth', '/admin', '/client']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(new URL(page.url()).pathname, `from ${path}`).toBe(area);
    }
    const own = [...seen].filter((shown) => !FRAMES.includes(shown) && shown !== SIGN_IN);
    expect(own.every((shown) => heading.test(shown))).toBe(true);
  });
}

test('a path that does not exist is the 404 page, for visitors and signed-in people alike', async ({
  page,
}) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await expect(page).toHaveTitle(/404 Page Not Found/);

  await signIn(page, CLIENT_EMAIL);
  await page.goto('/client/nowhere');
  await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible();
});

test('each area says what it loads until the session is known', async ({ page }) => {
  const sessionKnown = Promise.withResolvers<void>();
  await page.route('**/api/user', async (route) => {
    await sessionKnown.promise;
    await route.continue();
  });

  await page.goto('/client');
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(loading).toHaveText('Loading client panel...');
  await page.goto('/admin');
  await expect(loading).toHaveText('Loading...');
  await page.goto('/');
  await expect(loading).toHaveText('Loading client panel...');
  sessionKnown.resolve();
  await expect(page.getByRole('heading', { level: 1, name: SIGN_IN })).toBeVisible();
});

test('a portal that cannot be reached says so and can be tried again', async ({ page }) => {
  await page.route('**/api/user', (route) => route.abort());
  await page.goto('/client');
  await expect(page.getByRole('alert')).toContainText('The portal cannot be reached');

  await page.unroute('**/api/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: SIGN_IN })).toBeVisible();
});

test('a link into the portal leads there after signing in', async ({ page }) => {
  await page.goto('/client?section=invoices');
  await expect(page.getByRole('heading', { name: SIGN_IN })).toBeVisible();
  await fillSignIn(page, CLIENT_EMAIL);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  expect(page.url()).toMatch(/\/client\?section=invoices$/);
});

test('a session that ends keeps what was typed and comes back to where the person was', async ({ page }) => {
  const client = await takeClient();
  await signIn(page, ADMIN_EMAIL);
  await page.goto(`/admin?section=users&search=${client.OWNumber}`);
  await page.getByRole('link', { name: `View ${fullName(client)}` }).click();
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await page.getByRole('button', { name: 'Create Invoice' }).click();
  await page.getByLabel('Description 1').fill('Half a sentence');
  await page.getByLabel('Amount 1').fill('99,50');
  const address = page.url();

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create Invoice' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await fillSignIn(page, ADMIN_EMAIL);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page.getByLabel('Description 1')).toHaveValue('Half a sentence');
  await expect(page.getByLabel('Amount 1')).toHaveValue('99,50');
  expect(page.url()).toBe(address);
});

test('a session that ends during the edit of a service opens that service again', async ({ page }) => {
  const { User_Id } = await takeClient();
  await (await asAdmin()).addService(User_Id, { accountType: 'Half edited' });
  await signIn(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${User_Id}&tab=services`);
  await page.getByRole('button', { name: 'Edit SIM Card · Half edited' }).click();
  await page.getByLabel('Account username').fill('half-a-name');

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save service' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await fillSignIn(page, ADMIN_EMAIL);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page.getByLabel('Account username')).toHaveValue('half-a-name');
  await expect(page.getByLabel('Account type')).toHaveValue('Half edited');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Account username')).toBeHidden();
});
