import type { Page } from '@playwright/test';
import type { BankFiles } from '#shared/contract/bank/bank-files.ts';
import { dayAfter } from '#shared/dates.ts';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test, waitUntilTakenOver } from '#test/e2e/portal.ts';
import { writeFnbFile } from '#test/support/bank/fnb-file.ts';

const today = dayAfter(new Date(), 0);

const openFiles = async (page: Page) => {
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=bank');
  await waitUntilTakenOver(page);
  await expect(page.getByText("Drop your bank's file here, or choose it")).toBeVisible();
};

/** Returns the number of an account that receives money. */
const findAccount = async (page: Page, bank: string): Promise<string> => {
  const { accounts }: BankFiles = await (await page.request.get('/api/admin/bank-files')).json();

  return accounts.find((account) => account.bank === bank)?.number ?? '';
};

/** Drops a file, and returns whether the page kept the browser from leaving for it. */
const drop = (page: Page, fileName: string, text: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], '${fileName}', { type: 'text/csv' }));
    return ['dragover', 'drop'].every((type) => {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('main').dispatchEvent(event);
      return event.defaultPrevented;
    });
  })()`);

test('an admin drops a file of the bank anywhere on the page, sees what it brings, and stores it with Enter', async ({
  page,
}) => {
  const { User_Id, OWNumber } = await takeClient();
  const admin = await asAdmin();
  await admin.createInvoice(User_Id, 611.5);
  await openFiles(page);
  const text = writeFnbFile(await findAccount(page, 'FNB'), [
    { date: today, reference: OWNumber, cents: 61_150 },
    { date: today, description: 'MONTHLY FEE', cents: -1200 },
  ]);
  await drop(page, 'today.csv', text);

  const card = page.getByRole('region', { name: 'The file that is read' });
  await expect(card.getByText('1 new line', { exact: true })).toBeVisible();
  await expect(card.getByRole('row').filter({ hasText: OWNumber })).toContainText(/R\s611,50/);
  await expect(card.getByText(/^Ties/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Store the file' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'today.csv' })).toBeVisible();
  await expect(page.getByText('1 line: 1 certain, 0 to look at', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Ties/)).toBeVisible();
  await page.getByRole('link', { name: /^All/ }).click();
  await expect(page.getByText(OWNumber).first()).toBeVisible();

  await page.getByRole('link', { name: 'Bank files' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'today.csv' })).toContainText('1 open');
});

test('a file that is dropped on any page of an admin is read by Bank, and over a dialog a sentence says so', async ({
  page,
}) => {
  await startSession(page, ADMIN_EMAIL);
  for (const [from, name] of [
    ['/admin', 'from-dashboard.csv'],
    ['/admin?section=users', 'from-users.csv'],
    ['/admin?section=bank&view=unidentified', 'from-unidentified.csv'],
  ] as const) {
    await page.goto(from);
    await waitUntilTakenOver(page);
    expect(await drop(page, name, 'Date,Amount\n2026/11/23,1.00\n')).toBe(true);

    await expect(page).toHaveURL(/\/admin\?section=bank$/);
    await expect(page.getByRole('region', { name: 'The file that is read' })).toContainText(name);
  }

  const { User_Id } = await takeClient();
  await page.goto(`/admin?section=users&client=${User_Id}`);
  await waitUntilTakenOver(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await drop(page, 'over-a-record.csv', 'Date,Amount\n')).toBe(true);
  await expect(page.getByText('Then drop the file again: Bank reads it.', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a dropped file that the portal cannot take now is answered with the reason', async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);
  await page.route('**/admin-dialogs*.js', (route) => route.abort());
  await page.goto('/admin');
  await waitUntilTakenOver(page);
  await drop(page, 'offline.csv', 'Date,Amount\n');

  await expect(
    page.getByText('The portal cannot be reached. Check your connection and try again.', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
});

const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth';

test('on a phone an admin maps the columns of an unknown bank, sees what it brings, stores it and takes it back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { OWNumber } = await takeClient();
  await openFiles(page);
  const account = await findAccount(page, 'Bank Zero');
  const day = today.split('-').toReversed().join('/');
  const text = [
    `Account No,${account}`,
    'Statement of,all transactions',
    '',
    'When it was,What it was,Paid to us,Paid by us,What is left',
    `${day},SAMPLE LODGE ${'9'.repeat(90)} ${OWNumber},845.00,,1845.00`,
    `${day},SERVICE FEE,,57.50,1787.50`,
  ].join('\n');
  await page.getByLabel(/^Drop your bank's file here/).setInputFiles({
    name: 'unknown.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });

  await expect(page.getByLabel('Column 1')).toHaveValue('date');
  await expect(page.getByLabel('Column 1')).toBeFocused();
  await expect(page.getByLabel('Column 3')).toHaveValue('credit');
  await expect(page.getByLabel('Column 5')).toHaveValue('balance');
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  await expectNoViolations(page);
  await page.getByLabel('Column 2').selectOption('');
  await page.getByRole('button', { name: 'Show what it brings' }).click();
  await expect(page.getByText('Choose the column of the description')).toBeVisible();
  await page.getByLabel('Column 2').selectOption('description');
  await page.getByRole('button', { name: 'Show what it brings' }).click();

  const card = page.getByRole('region', { name: 'The file that is read' });
  await expect(card.getByText('1 new line', { exact: true })).toBeVisible();
  const amount = card.getByRole('row').filter({ hasText: OWNumber }).getByRole('cell').last();
  await expect(amount).toHaveText(/R\s845,00/);
  await amount.scrollIntoViewIfNeeded();
  await expect(amount).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Store the file' })).toBeFocused();
  expect(await page.evaluate(OVERFLOW)).toBe(0);
  await expectNoViolations(page);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'unknown.csv' })).toBeVisible();
  await page.getByRole('link', { name: 'Take back unknown.csv' }).click();
  const question = page.getByRole('alertdialog', { name: 'Take unknown.csv back?' });
  await expect(question).toContainText('Its 1 line goes.');
  await question.getByRole('button', { name: 'Take it back' }).click();

  await expect(page.getByText("Drop your bank's file here, or choose it")).toBeVisible();
  await expect(page.getByText('unknown.csv was taken back', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'unknown.csv' })).toHaveCount(0);
});
