import type { Page } from '@playwright/test';
import type { User } from '#shared/contract/auth.ts';
import { type Invoice, PROGRESS_STEPS } from '#shared/contract/invoices.ts';
import { dayAfter, formatDateShort, formatDay, formatTime } from '#shared/dates.ts';
import { formatMonth } from '#shared/months.ts';
import { openPdf } from '#test/e2e/open-pdf.ts';
import { asAdmin, hold, letGo, registerClient, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';
import { nameWithNumber } from '#web/lib/words/full-name.ts';

/** Signs an admin in, and returns the address of a client's invoices. */
const openInvoices = async (page: Page, take: () => Promise<User> = takeClient) => {
  const client = await take();
  const { User_Id } = client;
  await startSession(page, ADMIN_EMAIL);

  return {
    client,
    userId: User_Id,
    admin: await asAdmin(),
    address: `/admin?client=${User_Id}&tab=invoices`,
  };
};

/** The progress over the list has a button of that name, too. */
const downloadOf = (page: Page, { invoiceNumber }: Pick<Invoice, 'invoiceNumber'>) =>
  page.getByRole('button', { name: `Download ${invoiceNumber}` }).last();

/** The tab's own link; the head of the record has another. */
const newInvoice = (page: Page) => page.getByRole('link', { name: 'New invoice' }).last();

const fillItem = async (page: Page, description: string, amount: string) => {
  await newInvoice(page).click();
  await page.getByLabel('Description 1').fill(description);
  await page.getByLabel('Amount 1').fill(amount);
};

test('an invoice is printed with the chosen service, quantity and order', async ({ page }) => {
  const { admin, userId, address } = await openInvoices(page);
  await admin.addService(userId, { accountType: 'Camera at the gate', pricePerMonth: 397 });
  await page.goto(address);
  await fillItem(page, 'Installation hours', '450');
  await page.getByLabel('Quantity 1').fill('2,500');
  await page.getByRole('button', { name: 'Create Invoice' }).click();
  await expect(page.getByLabel('Quantity 1')).toHaveAccessibleDescription(/^Enter a quantity such as/);
  await page.getByLabel('Quantity 1').fill('2,5');
  await page.getByRole('button', { name: 'Add from services' }).click();
  await page.getByRole('button', { name: /^Add Camera at the gate, [A-Z][a-z]+ \d{4}$/ }).click();
  await expect(page.getByLabel('Description 2')).toHaveValue(/^Camera at the gate, /);

  await page.getByRole('button', { name: 'Actions for item 2' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
  await expect(page.getByLabel('Description 2')).toHaveValue('Installation hours');
  await expect(page.getByRole('button', { name: 'Actions for item 1' })).toBeFocused();
  const handles = page.getByTitle('Drag to another place');
  await handles.nth(1).dragTo(page.getByLabel('Description 1'));
  await expect(page.getByLabel('Description 1')).toHaveValue('Installation hours');
  await handles.nth(0).dragTo(page.getByLabel('Description 2'), { targetPosition: { x: 20, y: 30 } });
  await expect(page.getByLabel('Description 2')).toHaveValue('Installation hours');
  await expect(page.getByText('Total R\u00a01\u00a0522,00')).toBeVisible();

  await page.getByRole('button', { name: 'Create Invoice' }).click();
  const invoice = await admin.waitForPdf(userId);
  expect(invoice.totalAmount).toBe(1522);
  const pdf = await openPdf(page, () => downloadOf(page, invoice).click());
  const text = pdf.pages.map((printed) => printed.text).join('');
  expect(text.indexOf('Camera at the gate')).toBeGreaterThan(0);
  expect(text.indexOf('Installation hours')).toBeGreaterThan(text.indexOf('Camera at the gate'));
  expect(text).toContain('1\u00a0125,00');
  expect(text).toContain('1\u00a0522,00');
});

test('a month of a service is billed again only after one question, and an invoice is due when its form says', async ({
  page,
}) => {
  const { admin, client, userId, address } = await openInvoices(page, registerClient);
  const now = new Date();
  const dueDate = dayAfter(now, 30);
  await admin.addService(userId, { accountType: 'Camera at the gate', pricePerMonth: 397 });
  await admin.addService(userId, { accountType: 'Camera at the door', pricePerMonth: 250 });
  const line = `Camera at the gate, ${formatMonth(now)}`;
  const create = page.getByRole('button', { name: 'Create Invoice' });
  const open = newInvoice(page);
  await page.goto(address);

  await open.click();
  await page
    .getByRole('button', { name: `Add all of ${formatMonth(now)}: 2 services, R\u00a0647,00` })
    .press('Enter');
  await expect(page.getByText(`${formatMonth(now)} is on this invoice: 2 services`)).toBeFocused();
  await page.getByLabel('Due date').fill(dueDate);
  await expect(
    page.getByText(`To ${nameWithNumber(client)} · due ${formatDay(dueDate, now)} · `),
  ).toBeInViewport();
  await create.click();
  const first = await admin.waitForPdf(userId);
  expect(first.dueDate).toBe(dueDate);
  const pdf = await openPdf(page, () => downloadOf(page, first).click());
  expect(pdf.pages.map(({ text }) => text).join('')).toContain(`Please pay by ${formatDateShort(dueDate)}.`);

  await open.click();
  await expect(
    page.getByText(`Billed already: ${formatMonth(now)}: ${first.invoiceNumber}`),
  ).toBeInViewport();
  await page.getByRole('button', { name: 'Add from services' }).click();
  await page.getByLabel('Month', { exact: true }).selectOption(formatMonth(now));
  const offers = page.getByRole('list', { name: 'Active services' });
  await expect(offers.getByRole('listitem').filter({ hasText: line })).toContainText(
    `${formatMonth(now)} is on ${first.invoiceNumber}`,
  );
  await expect(page.getByText(`All of ${formatMonth(now)} is billed: ${first.invoiceNumber}`)).toBeVisible();
  await offers.getByRole('button', { name: `Add ${line}` }).click();
  await create.click();
  const question = page.getByRole('alertdialog', { name: 'Bill this again?' });
  await expect(question).toContainText(`${formatMonth(now)} is on ${first.invoiceNumber}.`);
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByLabel('Description 1')).toBeFocused();
  await expect(page.getByLabel('Description 1')).toHaveValue(line);
  await create.click();
  await question.getByRole('button', { name: 'Bill again' }).click();
  await expect(page.getByRole('button', { name: /^Download INV-/ })).toHaveCount(2);
});

test('an invoice of two lines is written and created with the keyboard alone', async ({ page }) => {
  const { admin, userId, address } = await openInvoices(page);
  await page.goto(address);
  // The record takes the focus when it opens; a key that is pressed before would go elsewhere.
  await expect(page.getByRole('tab', { name: 'Invoices' })).toBeFocused();
  await newInvoice(page).press('Enter');
  await page.getByLabel('Description 1').focus();
  for (const text of ['Installation', '2', '450,50', 'Router', '1', '1 250']) {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByLabel('Description 3')).toBeFocused();
  await page.getByRole('button', { name: 'Remove item 3' }).press('Enter');
  await page.getByRole('button', { name: 'Actions for item 1' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeHidden();
  await expect(page.getByText('Total R\u00a02\u00a0151,00')).toBeInViewport();

  await page.getByRole('button', { name: 'Create Invoice' }).press('Enter');
  const invoice = await admin.waitForPdf(userId);
  expect(invoice.totalAmount).toBe(2151);
});

test("adding the client's missing address keeps the typed lines of an unsent invoice", async ({ page }) => {
  const { admin, userId, address } = await openInvoices(page);
  await admin.editUser(userId, { User_Address: '' });
  await page.route('**/api/billing-details', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), isTaxInvoice: true } });
  });
  await page.goto(address);
  await fillItem(page, 'Mast', '5000,01');
  await page.getByRole('button', { name: 'Add the address' }).click();

  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await expect(edit.getByLabel('Address')).toBeFocused();
  await edit.getByLabel('Address').fill('1 Loop Street');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByLabel('Description 1')).toHaveValue('Mast');
  await expect(page.getByRole('button', { name: 'Add the address' })).toBeHidden();

  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Description 1')).toHaveValue('Mast');
});

test.describe('a PDF that is held at a step', () => {
  test.afterEach(() => Promise.all([letGo('queued-pdfs'), letGo('uploads')]));

  test('the progress dialog shows how the steps of a PDF wait, run and finish, each with its time', async ({
    page,
  }) => {
    const { admin, userId, address } = await openInvoices(page);
    await hold('queued-pdfs');
    await page.goto(address);
    await fillItem(page, 'Line rental', '337');
    await page.getByRole('button', { name: 'Create Invoice' }).click();
    const progress = page.getByRole('dialog', { name: 'Invoice Generation Progress' });
    const steps = progress.getByRole('listitem');
    await expect(progress.getByText(/^Invoice INV-\d{4}-\d{6}$/)).toBeVisible();
    await expect(steps).toHaveText(PROGRESS_STEPS.map((name) => `${name}Pending`));

    const [invoice] = await admin.readInvoices(userId);
    if (!invoice) {
      throw new Error('The invoice is gone');
    }
    await hold('uploads', invoice.invoiceNumber);
    await letGo('queued-pdfs');
    await expect(steps.nth(3)).toHaveText(/In Progress$/, { timeout: 90_000 });
    const stored = (await admin.readProgress(invoice.id)).steps;
    const timeOf = (instant: string | null | undefined) => (instant ? formatTime(instant) : '');
    await expect(steps).toHaveText([
      ...stored.slice(0, 3).map(({ name, finishedAt }) => `${name}${timeOf(finishedAt)}Completed`),
      `${stored[3]?.name}${timeOf(stored[3]?.startedAt)}In Progress`,
      'Saving to DatabasePending',
    ]);
    await expect(progress.getByText('60%', { exact: true })).toBeVisible();

    await letGo('uploads');
    await expect(downloadOf(page, invoice)).toBeVisible({ timeout: 90_000 });
  });

  test('a PDF that is cancelled in its queue is made only when Create PDF is pressed', async ({ page }) => {
    const { admin, userId, address } = await openInvoices(page);
    await hold('queued-pdfs');
    await page.goto(address);
    await fillItem(page, 'Line rental', '337');
    await page.getByRole('button', { name: 'Create Invoice' }).click();
    const progress = page.getByRole('dialog', { name: 'Invoice Generation Progress' });
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('PDF cancelled', { exact: true })).toBeVisible();
    await expect(progress).toBeHidden();
    await letGo('queued-pdfs');

    const [invoice] = await admin.readInvoices(userId);
    if (!invoice) {
      throw new Error('The invoice is gone');
    }
    expect(invoice).toMatchObject({ status: 'pending', fileName: null });
    expect(await admin.readProgress(invoice.id)).toMatchObject({ state: 'cancelled', percent: 0 });

    await page.getByRole('button', { name: `Create PDF of ${invoice.invoiceNumber}` }).click();
    await expect(downloadOf(page, invoice)).toBeVisible({ timeout: 90_000 });
  });
});

test('an invoice is marked as paid after one question that names it, and voided after another', async ({
  page,
}) => {
  const { client, admin, userId, address } = await openInvoices(page);
  const { invoiceNumber } = await admin.createInvoice(userId);
  await page.goto(address);

  const menu = page.getByRole('button', { name: `More about ${invoiceNumber}` });
  const named = `${invoiceNumber} of ${nameWithNumber(client)}`;
  await menu.click();
  await page.getByRole('menuitem', { name: 'Mark as paid' }).click();
  const question = page.getByRole('alertdialog', { name: `Mark ${named} as paid?` });
  await expect(question).toContainText("A payment of R\u00a0337,00 is recorded with today's date.");
  await expect(question).toContainText('The client then owes nothing.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await admin.readInvoices(userId)).toContainEqual(
    expect.objectContaining({ invoiceNumber, status: 'pending' }),
  );
  await question.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('Invoice marked as paid', { exact: true })).toBeVisible();
  expect(await admin.readInvoices(userId)).toContainEqual(
    expect.objectContaining({ invoiceNumber, status: 'paid' }),
  );

  // The focus stays in the record, although the pressed button has gone.
  const record = page.getByRole('dialog').first();
  await expect(record.locator(':focus')).toHaveCount(1);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: `Void ${named}?` });
  await expect(dialog).toContainText('The R\u00a0337,00 that was paid goes toCredit left');
  await dialog.getByLabel('Reason').fill('Issued twice');
  await dialog.getByRole('button', { name: 'Void invoice' }).click();
  await expect(page.getByText('Invoice voided', { exact: true })).toBeVisible();
  expect(await admin.readInvoices(userId)).toContainEqual(
    expect.objectContaining({ invoiceNumber, status: 'void' }),
  );
  await expect(dialog).toBeHidden();
  await expect(record.locator(':focus')).toHaveCount(1);
});

test('a failed download of an invoice closes its tab and says why', async ({ page }) => {
  const { admin, userId, address } = await openInvoices(page);
  await admin.createInvoice(userId);
  const invoice = await admin.waitForPdf(userId);
  await page.route('**/api/invoices/*/download', (route) =>
    route.fulfill({ status: 503, json: { message: 'The cloud drive storage is not there.' } }),
  );
  await page.goto(address);

  const opened = page.waitForEvent('popup');
  await downloadOf(page, invoice).click();
  const tab = await opened;
  await expect(page.locator('[data-tone="error"]')).toContainText(
    'Error downloading invoiceThe cloud drive storage is not there.',
  );
  await expect.poll(() => tab.isClosed()).toBe(true);
});
