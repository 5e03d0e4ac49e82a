import type { RecentUser } from '#shared/contract/users/user-list.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatCount } from '#shared/numbers.ts';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';
import { WATCH_SHIFTS } from '#test/e2e/watch-shifts.ts';

test.beforeEach(async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);
});

test("the dashboard shows the portal's real figures and recent users", async ({ page }) => {
  const statsAnswer = page.waitForResponse('**/api/admin/stats');
  const recentAnswer = page.waitForResponse('**/api/admin/recent-users');
  await page.goto('/admin');
  const { totalUsers, newSignups, activeUsers, systemHealth } = await (await statsAnswer).json();
  const newest: RecentUser[] = await (await recentAnswer).json();

  expect(totalUsers).toBeGreaterThan(200);
  expect(activeUsers).toBeLessThan(totalUsers);
  const activePercent = Math.round((activeUsers / totalUsers) * 100);
  for (const shown of [
    `Total Users${formatCount(totalUsers)}${formatCount(newSignups)} new this month`,
    `Active Users${formatCount(activeUsers)}${activePercent}% active rate`,
  ]) {
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
  }
  await expect(
    page.getByText(new RegExp(`^System Health${systemHealth}(Last checked .+|Not checked yet)$`)),
  ).toBeVisible();
  const rows = page.locator('section').filter({ hasText: 'Recent Users' }).getByRole('link', { name: /OW/ });
  await expect(rows).toContainText(
    newest
      .slice(0, 5)
      .map(
        ({ OWNumber, User_Email, User_Date }) => `${OWNumber} · ${User_Email}${formatDateShort(User_Date)}`,
      ),
  );
});

test('the figures of the dashboard lead to the lists of what they count', async ({ page }) => {
  await page.goto('/admin');

  for (const [label, address] of [
    ['Outstanding', /section=debtors&sort=due/],
    ['Overdue', /section=debtors&overdue=true/],
    ['Invoiced This Month', /section=bookkeeping&from=\d{4}-\d\d-01&to=/],
    ['Failed Jobs', /section=jobs/],
    [/new this month/, /section=users&only=new-this-month/],
    ['System Health', /open=debug\.console/],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(address);
    await page.goBack();
  }
  await expect(page.getByRole('link', { name: 'Open Tickets' })).toHaveAttribute('href', /^http/);
});

test('a recent user on the dashboard opens that client', async ({ page }) => {
  const client = await takeClient();
  const { user_role: User_Role, ...shown } = client;
  const newest: RecentUser = { ...shown, User_Role, User_Date: '2026-11-20T09:14:05.000Z' };
  await page.route('**/api/admin/recent-users', (route) => route.fulfill({ json: [newest] }));
  await page.goto('/admin');

  const recent = page.locator('section').filter({ hasText: 'Recent Users' });
  await expect(recent.getByText('2026/11/20')).toBeVisible();
  await recent.getByRole('link', { name: client.User_Name }).click();
  await expect(page).toHaveURL(new RegExp(`client=${client.User_Id}`));
  await expect(page.getByRole('dialog').getByText(client.User_Email)).toBeVisible();
});

test('a dashboard whose reads all fail says so once, and one press reads everything again', async ({
  page,
}) => {
  const paths = /\/api\/admin\/(stats|recent-users|figures)/;
  await page.route(paths, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/admin');
  const alert = page.getByRole('alert');
  await expect(page.getByText('Parts of this page could not be read')).toBeVisible();
  await expect(alert).toHaveCount(1);
  await expect(alert).toContainText('The portal could not answer just now.');
  await expect(page.getByText('Internal Server Error')).toHaveCount(0);
  await expectNoViolations(page);

  await page.unroute(paths);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/new this month/)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

const ALL_WAITS = {
  bank: {
    readUntil: '2026-01-05',
    neverRead: ['62001234567', '62001234568'],
    unidentified: 12_750.5,
    toBook: { lines: 12, sum: 125_827.5, file: 1 },
  },
  billing: { unbilledMonth: '2026-12', run: null },
  closedUntil: '2026-08-31',
  blockedAddresses: 3,
};

for (const [width, rowsMax] of [
  [360, 2],
  [1280, 1],
] as const) {
  test(`all that can wait for an administrator takes at most ${rowsMax} rows at ${width} px, and nothing moves when it comes`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(WATCH_SHIFTS);
    const released = Promise.withResolvers<void>();
    await page.route('**/figures/counts', async (route) => {
      const response = await route.fetch();
      await released.promise;
      await route.fulfill({ response, json: { ...(await response.json()), ...ALL_WAITS } });
    });
    await page.goto('/admin');
    await expect(page.getByText('All that clients owe')).toBeVisible();
    released.resolve();

    const chips = page
      .locator('main a:visible')
      .filter({ hasText: /^(Bank|December is|Unidentified|Read|Mails|Close)/ });
    await expect(chips.last()).toHaveText('Close Sep');
    const places = await Promise.all((await chips.all()).map(async (chip) => (await chip.boundingBox())?.y));
    expect(new Set(places).size).toBeLessThanOrEqual(rowsMax);
    expect(places.length).toBe(width === 360 ? 5 : 6);
    await expect(page.getByText(/^as of/)).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await page.evaluate('shifts')).toBeLessThan(0.02);
  });
}
