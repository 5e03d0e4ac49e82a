import { RECENT_USERS_MAX } from '#shared/contract/limits.ts';
import type { RecentUser } from '#shared/contract/users.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatCount } from '#shared/numbers.ts';
import { takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test.beforeEach(async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);
});

test('the dashboard shows its figures with their proportions, and the alert', async ({ page }) => {
  await page.route('**/api/admin/stats', (route) =>
    route.fulfill({
      json: { totalUsers: 1234, newSignups: 1012, activeUsers: 926, systemHealth: 'Degraded' },
    }),
  );
  await page.goto('/admin');

  // A non-breaking space separates thousands.
  for (const [label, value, detail] of [
    ['Total Users', '1\u00A0234', '1\u00A0012 new this month'],
    ['Active Users', '926', '75% active rate'],
    ['System Health', 'Degraded', 'Checked every five minutes'],
  ]) {
    await expect(page.getByText(`${label}${value}${detail}`, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'System Alerts' })).toBeVisible();
  await expect(page.getByText('Scheduled maintenance on Sunday 2:00 AM.')).toBeVisible();
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
    `System Health${systemHealth}Checked every five minutes`,
  ]) {
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
  }
  expect(newest).toHaveLength(RECENT_USERS_MAX);
  const rows = page.locator('section').filter({ hasText: 'Recent Users' }).getByRole('link');
  await expect(rows).toContainText(
    newest.map(
      ({ OWNumber, User_Email, User_Date }) => `${OWNumber} · ${User_Email}${formatDateShort(User_Date)}`,
    ),
  );
});

test('the dashboard says when figures cannot be read, and reads them on the next try', async ({ page }) => {
  await page.route('**/api/admin/stats', (route) =>
    route.fulfill({ status: 503, json: { message: 'The portal cannot reach its database.' } }),
  );
  await page.goto('/admin');
  const error = page.getByRole('alert').filter({ hasText: 'The figures could not be read' });
  await expect(error).toContainText('The portal cannot reach its database.');

  await page.unroute('**/api/admin/stats');
  await error.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Total Users')).toBeVisible();
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
