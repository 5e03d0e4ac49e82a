import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { expect, startSession, test } from '#test/e2e/portal.ts';

const NOTE = 'Paid at the counter';

const wordsOf = async (row: Locator) => (await row.innerText()).replaceAll('\u00a0', ' ');

test('a client sees what is owed, opens the statement, prints it, and saves it as a file', async ({
  page,
}) => {
  const client = await takeClient();
  const admin = await asAdmin();
  const { invoiceNumber } = await admin.createInvoice(client.User_Id);
  await admin.recordPayment(client.User_Id, { amount: 100, note: NOTE });
  await startSession(page, client.User_Email);
  await page.addInitScript('globalThis.printed = 0; print = () => { printed += 1; }');
  await page.goto('/client');

  const due = page.getByRole('region', { name: 'What is due' });
  await expect(due.getByRole('heading', { name: 'You owe R 237,00' })).toBeVisible();
  await due.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^R 237,00 owed on / })).toBeVisible();
  const lines = page.getByRole('row');
  expect(await wordsOf(lines.filter({ hasText: invoiceNumber, hasNotText: 'Payment' }))).toMatch(/R 337,00/);
  expect(await wordsOf(lines.filter({ hasText: 'Payment in cash' }))).toMatch(/R 100,00\s+R 237,00$/);
  expect(await wordsOf(lines.last())).toMatch(/Closing balance\s+R 337,00\s+R 100,00\s+R 237,00$/);
  await expect(page.getByText(client.OWNumber, { exact: true })).toBeVisible();
  await expect(page.getByText(NOTE)).toHaveCount(0);

  await page.getByLabel('Period').selectOption('Last 12 months');
  await expect(page).toHaveURL(/section=statement.*from=\d{4}-\d{2}-01/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Period')).toHaveValue('Last 12 months');
  await expect(lines.last()).toContainText('Closing balance');

  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate('printed')).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Statement date')).toBeVisible();
  await expect(page.getByText(`Account number ${client.OWNumber}`)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.emulateMedia({ media: null });
  const title = await page.title();
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  expect(await page.title()).toMatch(
    new RegExp(`^Statement ${client.OWNumber} \\d{4}-\\d{2}-01 to \\d{4}-\\d{2}-\\d{2}$`),
  );
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  expect(await page.title()).toBe(title);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const records = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect((await saved).suggestedFilename()).toMatch(/^statement-.*\.csv$/);
  expect(records.at(-1)).toMatch(/Closing balance;;;237,00;/);
  expect(records.join()).not.toContain(NOTE);
});

test('a client reads what a payment paid, and that it was reversed and why, but no note', async ({
  page,
}) => {
  const client = await takeClient();
  const admin = await asAdmin();
  const { invoiceNumber } = await admin.createInvoice(client.User_Id);
  const { id } = await admin.recordPayment(client.User_Id, { amount: 100, note: NOTE });
  await startSession(page, client.User_Email);
  await page.goto('/client?section=invoices');
  await expect(page.getByText('R 237,00 still due')).toBeVisible();

  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  const payments = page.getByRole('main');
  await expect(payments).toContainText(invoiceNumber);
  await expect(payments.getByText(NOTE)).toHaveCount(0);

  await admin.reversePayment(id, 'The note was false');
  await page.reload();
  await expect(payments).toContainText('The note was false');
  await expect(page.getByRole('heading', { name: 'You owe R 337,00' })).toBeVisible();
});
