import type { Page } from '@playwright/test';
import { addressOf, PAGES } from '#shared/edge.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

/** Reads that wait for the answer of an earlier one, so that a page cannot ask for them ahead. */
const LATER: Record<string, string[]> = {
  '/admin': ['/api/admin/figures/months'],
};

/** Lists, in `takenReads`, what the portal takes of the answers that public/first-reads.js has asked for. */
const WATCH_TAKEN = `
  globalThis.takenReads = [];
  let take;
  Object.defineProperty(globalThis, 'takeFirstRead', {
    get: () => take,
    set: (original) => {
      take = (path) => {
        const answer = original(path);
        if (answer) takenReads.push(path);
        return answer;
      };
    },
  });
`;

/** Lists the requests to the API as they are sent. */
const listAsked = (page: Page) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) {
      asked.push(pathname + search);
    }
  });

  return asked;
};

/** Holds the portal's scripts, other than the first, until they are released. */
const holdScripts = async (page: Page) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });

  return held.resolve;
};

/** Visits a page whose scripts arrive only after what it asks ahead, and tells both apart. */
const visit = async (page: Page, address: string) => {
  const asked = listAsked(page);
  const release = await holdScripts(page);
  await page.addInitScript(WATCH_TAKEN);
  await page.goto(address, { waitUntil: 'commit' });
  const readExpected = () =>
    page.evaluate(
      `document.querySelector('script[data-reads]')?.dataset.reads.split(' ').filter(Boolean).length ?? 0`,
    );
  await expect.poll(async () => asked.length - Number(await readExpected())).toBe(1);
  const ahead = [...asked];
  release();
  const readTaken = async () => ((await page.evaluate('takenReads')) as string[]).toSorted();
  await expect.poll(readTaken, 'each answer that was asked ahead is read').toEqual(ahead.toSorted());
  await page.waitForLoadState('networkidle');

  return { later: asked.slice(ahead.length) };
};

for (const name of PAGES) {
  const address = addressOf(name);
  test(`${address} asks ahead for all that its screen reads first, and for nothing else`, async ({
    page,
  }) => {
    if (!name.startsWith('/auth')) {
      await startSession(page, name.startsWith('/admin') ? ADMIN_EMAIL : CLIENT_EMAIL);
    }
    const { later } = await visit(page, address);
    expect(later).toEqual(LATER[name] ?? []);
  });
}

test('a page that is the same for everybody does not ask who is signed in', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const address of ['/privacy', '/forgot-password', '/not-me']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(asked).not.toContain('/api/user');
});

const NAMED = /(?:src|href)="(\/assets\/[^"]+\.js)"/g;

for (const [address, email, answer] of [
  ['/client', CLIENT_EMAIL, /You owe R/],
  ['/client?section=invoices', CLIENT_EMAIL, /INV-\d/],
  ['/admin', ADMIN_EMAIL, /R\s?\d/],
  ['/admin?section=users', ADMIN_EMAIL, /OW\d/],
] as const) {
  test(`${address} shows its answer with no other script than those that its HTML names`, async ({
    page,
  }) => {
    await startSession(page, email);
    const html = await (await page.request.get(address)).text();
    const named = [...html.matchAll(NAMED)].map(([, path]) => path);
    await page.route('**/assets/*.js', (route) =>
      named.includes(new URL(route.request().url()).pathname) ? route.continue() : undefined,
    );
    await page.goto(address);

    await expect(page.getByRole('main').getByText(answer).first()).toBeVisible();
    expect(html.indexOf('<script')).toBe(html.indexOf('<script src="/first-reads.js"'));
  });
}

test('the portal works without the first script, which an extension may block', async ({ page }) => {
  await page.route('**/first-reads.js', (route) => route.abort());
  await startSession(page, CLIENT_EMAIL);
  const asked = listAsked(page);
  await page.goto('/client');

  await expect(page.getByRole('heading', { name: /^You owe/ })).toBeVisible();
  expect(asked.filter((path) => path === '/api/user')).toHaveLength(1);
});

for (const [fault, answer] of [
  ['fails', { abort: true }],
  ['is refused because there were too many', { status: 429 }],
] as const) {
  test(`a first read that ${fault} leaves the others, and is read again on request`, async ({ page }) => {
    await startSession(page, CLIENT_EMAIL);
    await page.route('**/api/client/services', (route) =>
      'abort' in answer
        ? route.abort()
        : route.fulfill({ ...answer, json: { message: 'Too many requests' } }),
    );
    await page.goto('/client');
    await expect(page.getByRole('heading', { name: /^You owe/ })).toBeVisible();
    const services = page.getByRole('region', { name: 'Your Services' });
    const tryAgain = services.getByRole('button', { name: 'Try again' });
    await expect(tryAgain).toBeVisible();

    await page.unroute('**/api/client/services');
    await tryAgain.click();
    await expect(services.getByText('Active').first()).toBeVisible();
  });
}

test('a session that ends between the first reads leads to the sign-in page', async ({ page }) => {
  await startSession(page, CLIENT_EMAIL);
  await page.route('**/api/client/stats', (route) =>
    route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
  );
  await page.goto('/client');

  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByText('You owe')).toHaveCount(0);
});

test('what was asked for one person is dropped if another tab signs in somebody else meanwhile', async ({
  page,
}) => {
  await startSession(page, CLIENT_EMAIL);
  const release = await holdScripts(page);
  const isRead = page.waitForResponse('**/api/client/activities');
  await page.goto('/client', { waitUntil: 'commit' });
  await isRead;
  await page.evaluate(`
    new MutationObserver(() => { globalThis.wasShown ||= document.body.innerText.includes('You owe'); })
      .observe(document, { subtree: true, childList: true })`);

  const otherTab = await page.context().newPage();
  await otherTab.goto('/privacy');
  await startSession(otherTab, ADMIN_EMAIL);
  await otherTab.evaluate("new BroadcastChannel('session').postMessage(1)");
  release();

  await page.waitForURL('**/admin');
  await expect(page.getByText('Outstanding')).toBeVisible();
  expect(await page.evaluate('globalThis.wasShown')).not.toBe(true);
});
