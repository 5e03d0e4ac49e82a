import type { Locator, Page } from '@playwright/test';
import type { BankFiles } from '#shared/contract/bank/bank-files.ts';
import { takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

const SIZES = [
  { width: 360, height: 740, contentMax: 370 },
  { width: 1280, height: 800, contentMax: 400 },
];

const rowOrCard = (page: Page) => page.locator('main').locator('tbody tr, [data-opens], ul > li').first();
const cardOf = (name: string) => (page: Page) => page.getByRole('region', { name });

interface Head {
  name: string;
  path: string;
  email: string;
  contentOf: (page: Page) => Locator;
}

const HEADS: readonly Head[] = [
  { name: 'users', path: '/admin?section=users', email: ADMIN_EMAIL, contentOf: rowOrCard },
  { name: 'debtors', path: '/admin?section=debtors', email: ADMIN_EMAIL, contentOf: rowOrCard },
  {
    name: 'clients in credit',
    path: '/admin?section=debtors&list=credits',
    email: ADMIN_EMAIL,
    contentOf: (page) => page.locator('main').getByText(/in credit, together|^Nobody is in credit/),
  },
  {
    name: "an administrator's dashboard",
    path: '/admin',
    email: ADMIN_EMAIL,
    contentOf: (page) => page.locator('main').getByText('Outstanding', { exact: true }),
  },
  { name: "a client's dashboard", path: '/client', email: CLIENT_EMAIL, contentOf: cardOf('What is due') },
  {
    name: "a client's invoices",
    path: '/client?section=invoices&show=credit-notes',
    email: CLIENT_EMAIL,
    contentOf: cardOf('What is due'),
  },
  { name: 'support', path: '/client?section=support', email: CLIENT_EMAIL, contentOf: rowOrCard },
];

/** The links of pages are buttons, and stand below a list. */
const expectTabInSight = async (page: Page) => {
  const tabs = page.locator(
    '[role=tab][aria-selected=true], main nav [aria-current=page]:not(.chakra-button)',
  );
  for (const tab of await tabs.all()) {
    await expect(tab).toBeInViewport({ ratio: 1 });
  }
};

const expectHigh = async (page: Page, content: Locator, contentMax: number) => {
  await expect(content).toBeVisible();
  await expect.poll(async () => (await content.boundingBox())?.y).toBeLessThanOrEqual(contentMax);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await expectTabInSight(page);
};

/** Scrolls a strip by the keyboard until its last figure is in sight. */
const expectReached = async (page: Page, strip: Locator, last: string) => {
  await strip.focus();
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(strip.getByText(last, { exact: true })).toBeInViewport({ ratio: 1, timeout: 100 });
  }).toPass({ intervals: [50] });
};

for (const { contentMax, ...size } of SIZES) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size, hasTouch: size.width === 360 });

    for (const { name, path, email, contentOf } of HEADS) {
      test(`the content of ${name} begins in the upper half`, async ({ page }) => {
        await startSession(page, email);
        await page.goto(path);

        await expectHigh(page, contentOf(page), contentMax);
      });
    }

    test('a record begins in the upper half, with its open tab in sight, and the keyboard scrolls its figures', async ({
      page,
    }) => {
      const { User_Id } = await takeClient();
      await startSession(page, ADMIN_EMAIL);
      for (const tab of ['invoices', 'timeline']) {
        await page.goto(`/admin?client=${User_Id}&tab=${tab}`);

        await expectHigh(page, page.getByRole('tabpanel'), contentMax);
      }
      await expectReached(page, page.getByRole('group', { name: 'Figures of this client' }), 'Last sign-in');
    });

    test("the bank's files and the lines of one begin in the upper half", async ({ page }) => {
      await startSession(page, ADMIN_EMAIL);
      const { files }: BankFiles = await (await page.request.get('/api/admin/bank-files')).json();
      await page.goto('/admin?section=bank');
      const file = page.locator('main :is(tbody tr, li)').filter({ has: page.locator('[href*="file="]') });
      await expectHigh(page, file.first(), contentMax);

      const withLines = files.find(({ counts }) => counts.lines > 0);
      await page.goto(`/admin?section=bank&file=${withLines?.id}&bankState=all`);
      await expectHigh(page, page.locator('[data-bank-line]').first(), contentMax);
    });
  });
}

test('the heading of debtors is their name and day alone, with the terms beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=debtors');
  const terms = page.getByText(/^Terms: \d+ days?; aged by due date\.$/);
  await expect(terms).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Debtors as at \d+ \w+ \d{4}$/);
  const [left, right] = [await heading.boundingBox(), await terms.boundingBox()];
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  expect(right?.y).toBeLessThan((left?.y ?? 0) + (left?.height ?? 0));
});

test('on a phone, the first debtor stands above 330 px, and the keyboard reaches the last of the sums', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=debtors');
  const card = page.locator('main [data-opens]').first();
  await expect(card).toBeVisible();
  await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThanOrEqual(330);

  await expectReached(page, page.getByRole('group', { name: 'What all clients owe, by age' }), 'Owed');
});

test('the search of users is at least 300 px wide beside its filters, also once they are set', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await startSession(page, ADMIN_EMAIL);
  for (const filters of ['', '&role=client&status=active&only=owing&mail=blocked']) {
    await page.goto(`/admin?section=users${filters}`);
    const search = page.getByRole('searchbox', { name: 'Search users' });
    await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThanOrEqual(300);
  }
});
