import type { APIRequestContext, Page } from '@playwright/test';
import type { User } from '#shared/contract/auth.ts';
import type { BillingRun, BillingRunLines } from '#shared/contract/billing-runs.ts';
import { RUN_LINES_CHANGED_MAX } from '#shared/contract/limits.ts';
import { monthAfter } from '#shared/dates.ts';
import { nameMonth } from '#shared/months.ts';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { asAdmin, registerClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test, waitUntilTakenOver } from '#test/e2e/portal.ts';

/** The last month that a run may bill: no other test is about its days. */
const MONTH = monthAfter(new Date(), 2);

const RUNS = '/api/admin/billing-runs';

const headers = () => ({ origin: process.env.PORTAL_URL ?? '' });

/** Throws away what an earlier try of this test has left. */
const removeDrafts = async (request: APIRequestContext) => {
  const runs: BillingRun[] = await (await request.get(RUNS)).json();
  for (const { id } of runs.filter(({ state }) => state === 'draft')) {
    await request.delete(`${RUNS}/${id}`, { headers: headers() });
  }
};

/** Leaves out the lines of everybody else, so that the run issues nothing that another test sees. */
const leaveOutOthers = async (request: APIRequestContext, runId: string, { User_Id }: User) => {
  const others: number[] = [];
  for (let page = 1, left = 1; left > 0; page += 1) {
    const answer: BillingRunLines = await (
      await request.get(`${RUNS}/${runId}/lines`, { params: { page } })
    ).json();
    others.push(
      ...answer.lines
        .filter(({ userId, state }) => userId !== User_Id && state === 'included')
        .map(({ id }) => id),
    );
    left = answer.lines.length;
  }
  for (let first = 0; first < others.length; first += RUN_LINES_CHANGED_MAX) {
    const lineIds = others.slice(first, first + RUN_LINES_CHANGED_MAX);
    const data = { lineIds, excluded: true };
    const answer = await request.patch(`${RUNS}/${runId}/lines`, { headers: headers(), data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
};

const said = (page: Page, words: RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);

test('an admin drafts a month, leaves a line out, issues the rest with keys, and the client sees the invoice', async ({
  page,
  browser,
}) => {
  test.slow();
  const client = await registerClient();
  const admin = await asAdmin();
  const billFrom = `${MONTH}-01`;
  const service = { serviceCategory: 'Voice', status: 'active', billFrom } as const;
  await admin.addService(client.User_Id, { ...service, msisdn: '0827001001', pricePerMonth: 370 });
  await admin.addService(client.User_Id, { ...service, msisdn: '0827001002', pricePerMonth: 99 });

  await startSession(page, ADMIN_EMAIL);
  await removeDrafts(page.request);
  await page.goto('/admin?section=billing-run');
  await waitUntilTakenOver(page);
  await page.getByLabel('Month', { exact: true }).selectOption(MONTH);
  await page.getByRole('button', { name: 'Make the draft' }).press('Enter');
  await page.waitForURL(/run=\d+/);
  const runId = new URL(page.url()).searchParams.get('run') ?? '';
  await expect(page.getByRole('heading', { name: nameMonth(MONTH) })).toBeVisible();

  await leaveOutOthers(page.request, runId, client);
  await page.goto(`/admin?section=billing-run&run=${runId}&lines=all&search=${client.OWNumber}`);
  await waitUntilTakenOver(page);
  await expect(page.getByText(/^1 invoice, R\s469,00/)).toBeVisible();
  const lines = page.getByRole('list', { name: 'Lines of the run' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expectNoViolations(page);

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('j');
  await expect(lines.nth(1)).toBeFocused();
  await press('x');
  await said(page, /^Left out: .+, R\s99,00$/);
  await expect(page.getByText(/^1 invoice, R\s370,00/)).toBeVisible();
  await expect(lines.nth(1)).toContainText('Left out by an administrator');

  await press('s');
  const question = page.getByRole('alertdialog', { name: /^Issue 1 invoice over R\s370,00 for / });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectNoViolations(page);
  await press('Tab');
  await press('Enter');
  await expect(question).toBeHidden();
  expect(keys).toBe(5);

  // Mails of a run leave by day and not on Sundays.
  await expect(page.getByText(/^1 issued · 1 printed · [01] mailed/)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  const invoice = lines.first().getByRole('link', { name: /^INV-/ });
  await expect(invoice).toBeVisible();
  const number = (await invoice.textContent()) ?? '';
  await expectNoViolations(page);
  await page.goto('/admin?section=billing-run');
  await expect(page.getByRole('link', { name: nameMonth(MONTH), exact: true })).toBeVisible();

  const own = await browser.newPage();
  await startSession(own, client.User_Email);
  await own.goto(`${process.env.PORTAL_URL}/client?section=invoices`);
  await expect(own.getByText(number).first()).toBeVisible();
  await expect(own.getByText(/R\s370,00/).first()).toBeVisible();
  await own.close();
});
