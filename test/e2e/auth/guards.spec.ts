import type { Page } from '@playwright/test';
import { MADE_UP_PROVIDER } from '#shared/made-up-provider.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import {
  ADMIN_EMAIL,
  CLIENT_EMAIL,
  expect,
  fillSignIn,
  signIn,
  test,
  waitUntilTakenOver,
} from '#test/e2e/portal.ts';
import { clientName } from '#web/lib/words/full-name.ts';

const NOTE_HEADINGS = `
  new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent;
    if (heading) noteHeading(heading);
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** Collects every heading that the page shows from now on, even for an instant. */
const watchHeadings = async (page: Page): Promise<Set<string>> => {
  const seen = new Set<string>();
  await page.exposeFunction('noteHeading', (heading: string) => seen.add(heading));
  await page.addInitScript(NOTE_HEADINGS);

  return seen;
};

const READ_TEXTS = `
  const textsOf = (root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      if (data.trim() && !parentElement?.matches('script, style')) found.push(data.trim());
    }
    return found;
  };
`;

const NOTE_TEXTS = `${READ_TEXTS}
  new MutationObserver(() => document.body && noteTexts(textsOf(document.body))).observe(document, {
    childList: true, subtree: true, characterData: true,
  });
`;

/** Collects every text that the page shows from now on, even for an instant. */
const watchTexts = async (page: Page): Promise<Set<string>> => {
  const seen = new Set<string>();
  await page.exposeFunction('noteTexts', (texts: string[]) => {
    for (const text of texts) {
      seen.add(text);
    }
  });
  await page.addInitScript(NOTE_TEXTS);

  return seen;
};

/** Reads the texts of the file at an address: the same for everybody, as the build has written it. */
const readPublicTexts = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(`(async () => {
    ${READ_TEXTS}
    const html = await (await fetch(${JSON.stringify(path)})).text();
    return textsOf(new DOMParser().parseFromString(html, 'text/html').body);
  })()`);

/** Collects the answers of the API to the page from now on. */
const watchAnswers = (page: Page): string[] => {
  const answers: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/api/')) {
      answers.push(`${answer.status()} ${pathname}`);
    }
  });

  return answers;
};

const SIGN_IN = 'Sign in to your account';
const NOT_FOUND = '404 Page Not Found';
/** Texts in the middle of a screen until the session is known. */
const WAITING = ['Loading client panel...', 'Loading...'];
/** A button whose code loads behind the page. */
const LATE = ['Sign in with a passkey'];
/** What everybody may read of the provider. */
const PROVIDERS = [MADE_UP_PROVIDER.contactEmail];

for (const path of ['/', '/auth', '/admin', '/client', '/admin?section=users', '/admin?client=2']) {
  test(`a visitor at ${path} ends at the sign-in page and sees nothing but public files`, async ({
    page,
  }) => {
    const seen = await watchTexts(page);
    const answers = watchAnswers(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: SIGN_IN })).toBeVisible();
    await waitUntilTakenOver(page);

    expect(new URL(page.url()).pathname).toBe('/auth');
    expect([...seen]).toContain(SIGN_IN);
    const everybodys = [...(await readPublicTexts(page, path)), ...(await readPublicTexts(page, '/auth'))];
    expect(
      [...seen].filter((text) => ![...everybodys, ...WAITING, ...LATE, ...PROVIDERS].includes(text)),
    ).toEqual([]);
    // The page did not even request personal data.
    await expect
      .poll(() => [...new Set(answers)].toSorted())
      .toEqual(['200 /api/auth-options', '200 /api/provider', '401 /api/user']);
  });
}

/** The headings in the files of the areas, which name nobody. */
const FRAMES = ['Dashboard', 'Welcome, '];

const AREAS = [
  { who: 'an administrator', email: ADMIN_EMAIL, area: '/admin', heading: /^Dashboard$/ },
  { who: 'a client', email: CLIENT_EMAIL, area: '/client', heading: /^Welcome, ./ },
];

for (const { who, email, area, heading } of AREAS) {
  test(`${who} is led to ${area} from everywhere, and no page requests or shows data of another area`, async ({
    page,
  }) => {
    await signIn(page, email);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const seen = await watchHeadings(page);
    const answers = watchAnswers(page);

    for (const path of ['/', '/auth', '/admin', '/client']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect.poll(() => new URL(page.url()).pathname, `from ${path}`).toBe(area);
    }
    const others = [...seen].filter((shown) => !heading.test(shown));
    expect(others.filter((shown) => ![...FRAMES, SIGN_IN].includes(shown))).toEqual([]);
    // A page of the other role makes no request that would be refused.
    expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
  });
}

test('an unknown path shows the 404 page, to visitors and signed-in people alike', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await expect(page).toHaveTitle(/404 Page Not Found/);

  await signIn(page, CLIENT_EMAIL);
  await page.goto('/client/nowhere');
  await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
});

/** Expects a text on the screen, next to a spinner: not only for screen readers, and not covered. */
const expectSeen = async (page: Page, text: string) => {
  const loading = page.getByRole('status').filter({ hasText: text, has: page.locator('.chakra-spinner') });
  await expect(loading).toHaveText(text);
  const box = await loading.getByText(text, { exact: true }).boundingBox();
  if (!box) {
    throw new Error(`${text} is not on the screen`);
  }
  expect(box.height).toBeGreaterThan(10);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  expect(await page.evaluate(`document.elementFromPoint(${x}, ${y})?.textContent`)).toContain(text);
};

test('each area shows a loading text until the session is known', async ({ page }) => {
  const sessionKnown = Promise.withResolvers<void>();
  await page.route('**/api/user', async (route) => {
    await sessionKnown.promise;
    await route.continue();
  });

  await page.goto('/client');
  await expectSeen(page, 'Loading client panel...');
  await page.goto('/admin');
  await expectSeen(page, 'Loading...');
  await page.goto('/');
  await expectSeen(page, 'Loading client panel...');
  sessionKnown.resolve();
  await expect(page.getByRole('heading', { level: 1, name: SIGN_IN })).toBeVisible();
});

test('the portal says when it cannot be reached, and can be tried again', async ({ page }) => {
  await page.route('**/api/user', (route) => route.abort());
  await page.goto('/client');
  await expect(page.getByRole('alert')).toContainText('The portal cannot be reached');

  await page.unroute('**/api/user');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  // A read that was still under way may fail after the click, too.
  await expect(async () => {
    if (await tryAgain.isVisible()) {
      await tryAgain.click();
    }
    await expect(page.getByRole('heading', { name: SIGN_IN })).toBeVisible({ timeout: 3000 });
  }).toPass();
});

test('a link into the portal leads to its target after signing in', async ({ page }) => {
  await page.goto('/client?section=invoices');
  await expect(page.getByRole('heading', { name: SIGN_IN })).toBeVisible();
  await fillSignIn(page, CLIENT_EMAIL);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  expect(page.url()).toMatch(/\/client\?section=invoices$/);
});

test('signing in again after a session has ended restores the typed text and the address', async ({
  page,
}) => {
  const client = await takeClient();
  await signIn(page, ADMIN_EMAIL);
  await page.goto(`/admin?section=users&search=${client.OWNumber}`);
  await page.getByRole('link', { name: `View ${clientName(client)}` }).click();
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await page.getByRole('link', { name: 'New invoice' }).last().click();
  await page.getByLabel('Description 1').fill('Half a sentence');
  await page.getByLabel('Amount 1').fill('99,50');
  const address = page.url();

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create Invoice' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(ADMIN_EMAIL);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await fillSignIn(page, ADMIN_EMAIL);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page.getByLabel('Description 1')).toHaveValue('Half a sentence');
  await expect(page.getByLabel('Amount 1')).toHaveValue('99,50');
  expect(page.url()).toBe(address);
});

test('signing in again after a session has ended during the edit of a service opens that service again', async ({
  page,
}) => {
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
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page.getByLabel('Account username')).toHaveValue('half-a-name');
  await expect(page.getByLabel('Account type')).toHaveValue('Half edited');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Account username')).toBeHidden();
});
