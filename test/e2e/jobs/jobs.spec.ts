import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { expect, test } from '#test/e2e/portal.ts';
import { parkPdf, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { openPortal, type TestPortal } from '#test/support/portal/open-portal.ts';

const REASON = 'The cloud drive storage is not answering. Please try again in a moment.';

/** A portal in this process, so that a test can make its drive fail and run its jobs. */
let portal: TestPortal;

test.beforeAll(async () => {
  portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-e2e-jobs-')), {
    settings: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  });
});
test.afterAll(() => portal.stop());

/** Signs an admin in to the page, and issues an invoice whose PDF was given up. */
const openParked = async (page: Page) => {
  const cookie = await startSession(portal, await addUser(portal, { user_role: 'admin' }));
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: portal.url }]);
  const userId = await addUser(portal, { User_Name: 'Lerato', User_Surname: 'Molefe' });
  const invoice = await issueInvoice(portal, { cookie }, userId);
  await parkPdf(portal, invoice.id);

  return { userId, ...invoice };
};

test('an admin sees a failed PDF with its reason, tries it again and sees it completed', async ({ page }) => {
  const { id, invoiceNumber } = await openParked(page);
  await page.goto(`${portal.url}/admin`);
  await page.getByRole('link', { name: /^Failed Jobs/ }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Background Jobs' })).toBeVisible();
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
  await expect(current).toHaveText('Background Jobs');
  const row = page.getByRole('row', { name: new RegExp(invoiceNumber) });
  await expect(row).toContainText('Invoice PDF');
  await expect(row).toContainText('Failed');
  await expect(row).toContainText(REASON);
  await expect(row).toContainText('75 tries');

  await row.getByRole('button', { name: `Try again: Invoice PDF, Invoice ${invoiceNumber}` }).click();
  await expect(page.getByText('Job started again', { exact: true })).toBeVisible();
  await expect(page.getByText('No failed jobs')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Background jobs' })).toBeFocused();

  await runPdfJob(portal, id);
  await page.getByLabel('State').selectOption('Completed');
  await expect(page).toHaveURL(/[?&]state=completed/);
  await expect(row).toContainText('Completed');
  await expect(row.getByRole('button', { name: /^Try again/ })).toHaveCount(0);

  await page.reload();
  await expect(page.getByLabel('State')).toHaveValue('completed');
  await row.getByRole('link', { name: `Invoice ${invoiceNumber}` }).click();
  await expect(page.getByRole('dialog', { name: /Lerato Molefe/ })).toBeVisible();
  await expect(page.getByRole('button', { name: `Download ${invoiceNumber}` })).toBeVisible();
});

test('a failed job is an accessible card on a phone in both themes, and shows a refused retry', async ({
  page,
}) => {
  const { invoiceNumber } = await openParked(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${portal.url}/admin?section=jobs`);
  const card = page.getByRole('listitem').filter({ hasText: invoiceNumber });
  await expect(card).toContainText(REASON);

  await expectNoViolations(page);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

  await portal.connection.execute(`update jobs set state = 'running' where state = 'failed'`);
  await card.getByRole('button', { name: /^Try again/ }).click();
  await expect(page.getByText('This job is being done just now.', { exact: true })).toBeVisible();
  await expect(page.getByText('No failed jobs')).toBeVisible();
});

for (const width of [1280, 360]) {
  test(`one press starts all failed PDFs again, at ${width} pixels`, async ({ page }) => {
    await openParked(page);
    const { invoiceNumber } = await openParked(page);
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${portal.url}/admin?section=jobs`);
    const jobs = page.getByRole('region', { name: 'Background jobs' });
    const tryAll = jobs.getByRole('button', { name: 'Try all again: Invoice PDF' });
    await expect(tryAll).toBeVisible();
    await expectNoViolations(page);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

    await tryAll.click();
    await expect(page.locator('[data-tone]')).toContainText(
      '2 jobs started againInvoice PDF: all begin within a minute.',
    );
    await expect(page.getByText('No failed jobs')).toBeVisible();
    await expect(tryAll).toHaveCount(0);
    await expect(jobs).toBeFocused();

    await page.getByLabel('State').selectOption('Queued');
    await expect(jobs.getByText(invoiceNumber)).toBeVisible();
    await expect(tryAll).toHaveCount(0);
  });
}
