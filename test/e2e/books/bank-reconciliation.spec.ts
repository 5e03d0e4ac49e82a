import type { BankFiles } from '#shared/contract/bank/bank-files.ts';
import { formatDateShort, monthAfter } from '#shared/dates.ts';
import { daysOfMonth } from '#shared/months.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';
import { writeFnbFile } from '#test/support/bank/fnb-file.ts';

/** A month of which no other test reads a file: it is before the first day that is booked. */
const MONTH = monthAfter(new Date(), -4);
const { from, to } = daysOfMonth(MONTH);

test('an accountant reconciles a month of a bank account, opens a figure down to its line, and prints the paper', async ({
  page,
}) => {
  await startSession(page, ADMIN_EMAIL);
  const { accounts }: BankFiles = await (await page.request.get('/api/admin/bank-files')).json();
  const [account] = accounts;
  const rows = [
    { date: from, description: 'CASH DEPOSIT PAARL', cents: 77_700 },
    { date: to, description: 'RENT', cents: -12_300 },
  ];
  const stored = await page.request.post('/api/admin/bank-files', {
    headers: { origin: process.env.PORTAL_URL ?? '' },
    data: { fileName: 'whole-month.csv', text: writeFnbFile(account?.number ?? '', rows), bookFrom: from },
  });
  expect(stored.ok(), await stored.text()).toBe(true);

  await page.goto('/admin?section=bookkeeping');
  await page.getByRole('link', { name: 'Bank reconciliation' }).click();
  const reconciled = page.getByRole('region', { name: `${account?.bank} ${account?.number}` });
  await expect(reconciled).toBeVisible();
  await page.getByLabel('Month').selectOption(MONTH);
  const row = (name: string) => reconciled.getByRole('row').filter({ hasText: name });
  await expect(row(`Opening balance ${formatDateShort(from)}`)).toContainText(/R\s1\s000,00$/);
  await expect(row('Ignored lines')).toContainText(/R\s777,00$/);
  await expect(row('Money out and other rows')).toContainText(/−R\s123,00$/);
  await expect(row(`Closing balance of the files ${formatDateShort(to)}`)).toContainText(/R\s1\s654,00$/);
  await expect(row('Difference')).toContainText(/R\s0,00$/);

  const address = page.url();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Reconciliation as CSV/ }).click();
  expect((await saved).suggestedFilename()).toBe(`bank-reconciliation-${MONTH}.csv`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Month')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Reconciliation as CSV/ })).toBeHidden();
  await expect(row('Difference')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await reconciled.getByRole('link', { name: 'Ignored lines' }).click();
  await expect(page.getByRole('heading', { name: 'Ignored lines' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'CASH DEPOSIT PAARL' })).toContainText(/R\s777,00$/);
  await page.getByRole('link', { name: 'Line of whole-month.csv' }).click();
  await expect(page.getByRole('heading', { name: 'whole-month.csv' })).toBeVisible();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Bank reconciliation' }).last().click();
  await expect(row('Difference')).toBeVisible();
  expect(page.url()).toBe(address);
});
