import type { Page } from '@playwright/test';
import { addressOf, PAGES } from '#shared/edge.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

/** Reads that wait for the answer of an earlier one, so that a page cannot ask for them ahead. */
const LATER: Record<string, string[]> = {
  '/client-invoices': ['/api/billing-details'],
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

/** Visits a page whose scripts arrive only after what it asks ahead, and tells both apart. */
const visit = async (page: Page, address: string) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) {
      asked.push(pathname + search);
    }
  });
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addInitScript(WATCH_TAKEN);
  await page.goto(address, { waitUntil: 'commit' });
  const readExpected = () =>
    page.evaluate(
      `document.querySelector('script[data-reads]')?.dataset.reads.split(' ').filter(Boolean).length ?? 0`,
    );
  await expect.poll(async () => asked.length - Number(await readExpected())).toBe(1);
  const ahead = [...asked];
  held.resolve();
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
  for (const address of ['/privacy', '/forgot-password', '/not-me', '/no-such-page']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(asked).not.toContain('/api/user');
});
