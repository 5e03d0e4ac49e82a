import type { Page } from '@playwright/test';
import { type Invoice, type InvoiceProgress, PROGRESS_STEPS } from '#shared/contract/invoices.ts';
import { formatTime } from '#shared/dates.ts';
import { stopClock, windUntilHidden, windUntilVisible } from '#test/e2e/clock.ts';
import { openPdf } from '#test/e2e/open-pdf.ts';
import { asAdmin, hold, letGo, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';
import { fullName } from '#web/lib/full-name.ts';

/** Signs an admin in, and returns the address of a client's invoices. */
const openInvoices = async (page: Page) => {
  const client = await takeClient();
  const { User_Id } = client;
  await startSession(page, ADMIN_EMAIL);

  return {
    client,
    userId: User_Id,
    admin: await asAdmin(),
    address: `/admin?client=${User_Id}&tab=invoices`,
  };
};

const downloadOf = (page: Page, { invoiceNumber }: Pick<Invoice, 'invoiceNumber'>) =>
  page.getByRole('button', { name: `Download ${invoiceNumber}` });

const fillItem = async (page: Page, description: string, amount: string) => {
  await page.getByRole('button', { name: 'Create Invoice' }).click();
  await page.getByLabel('Description 1').fill(description);
  await page.getByLabel('Amount 1').fill(amount);
};

const progressOf = (
  state: InvoiceProgress['state'],
  statuses: readonly InvoiceProgress['steps'][number]['status'][],
) => ({
  state,
  percent: statuses.filter((status) => status === 'completed').length * 20,
  steps: PROGRESS_STEPS.map((name, index) => ({
    name,
    status: statuses[index] ?? 'pending',
    startedAt: statuses[index] ? '2026-11-20T09:14:05.000Z' : null,
    finishedAt: null,
    error: statuses[index] === 'error' ? 'The print engine stopped.' : null,
  })),
});

/** Overrides the progress of every invoice with the given state, on top of the real answer, for as long as the test says. */
const fakeProgress = (page: Page, fake: () => ReturnType<typeof progressOf> | undefined) =>
  page.route('**/api/invoices/*/progress', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...fake() } });
  });

test('an invoice without valid items is not sent', async ({ page }) => {
  const { admin, userId, address } = await openInvoices(page);
  const listIds = async () => (await admin.readInvoices(userId)).map(({ id }) => id);
  const before = await listIds();
  await page.goto(address);
  await fillItem(page, ' ', '0');
  await page.getByRole('button', { name: 'Create Invoice' }).click();

  await expect(page.getByText('Please add valid line items', { exact: true })).toBeVisible();
  await expect(page.getByText('Description is required')).toBeVisible();
  await expect(page.getByText('Amount must be greater than 0')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove item 1' })).toBeDisabled();
  expect(await listIds()).toEqual(before);
});

test('a refused invoice closes the progress dialog at once, says why and keeps the items', async ({
  page,
}) => {
  const { address } = await openInvoices(page);
  await page.goto(address);
  await fillItem(page, 'Line rental', '12,50');
  const refuse = Promise.withResolvers<void>();
  await page.route('**/api/invoices', async (route) => {
    await refuse.promise;
    await route.fulfill({ status: 503, json: { message: 'The database is not there.' } });
  });
  await page.getByRole('button', { name: 'Create Invoice' }).click();
  const progress = page.getByRole('dialog', { name: 'Invoice Generation Progress' });
  await expect(progress).toBeVisible();

  refuse.resolve();
  await expect(page.locator('[data-tone="error"]')).toContainText(
    'Error creating invoiceThe database is not there.',
  );
  await expect(progress).toBeHidden();
  await expect(page.getByLabel('Description 1')).toHaveValue('Line rental');
  await expect(page.getByLabel('Amount 1')).toHaveValue('12,50');
});

test('the success view closes after two seconds unless Download is pointed at, and the list shows the PDF', async ({
  page,
}) => {
  const { admin, userId, address } = await openInvoices(page);
  let isShownAsRunning = true;
  await fakeProgress(page, () =>
    isShownAsRunning ? progressOf('running', ['completed', 'in-progress']) : undefined,
  );
  await page.goto(address);
  await fillItem(page, 'Line rental', '1234,50');
  await expect(page.getByText('Total R\u00a01\u00a0234,50')).toBeVisible();
  await page.getByRole('button', { name: 'Create Invoice' }).click();
  const progress = page.getByRole('dialog', { name: 'Invoice Generation Progress' });
  await expect(progress.getByText('In Progress')).toBeVisible();
  const invoice = await admin.waitForPdf(userId);
  expect(invoice).toMatchObject({
    status: 'pending',
    totalAmount: 1234.5,
    fileName: `${invoice.invoiceNumber}.pdf`,
  });

  await stopClock(page);
  isShownAsRunning = false;
  const success = progress.getByText('Invoice Generated Successfully!');
  await windUntilVisible(page, success);
  await expect(page.getByText('Invoice created successfully', { exact: true })).toBeVisible();
  await page.clock.runFor(1500);
  await expect(success).toBeVisible();
  const download = progress.getByRole('button', { name: 'Download' });
  await download.hover();
  await page.clock.runFor(3000);
  await expect(success).toBeVisible();
  await page.mouse.move(0, 0);
  await windUntilHidden(page, progress);

  await windUntilVisible(page, downloadOf(page, invoice));
  await expect(page.getByLabel('Description 1')).toBeHidden();
});

test('an invoice is printed with the chosen service, quantity and order', async ({ page }) => {
  const { admin, userId, address } = await openInvoices(page);
  await admin.addService(userId, { accountType: 'Camera at the gate', pricePerMonth: 397 });
  await page.goto(address);
  await fillItem(page, 'Installation hours', '450');
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

test('an invoice of two lines is written and created with the keyboard alone', async ({ page }) => {
  const { admin, userId, address } = await openInvoices(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Create Invoice' }).press('Enter');
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
  await page.getByRole('link', { name: 'Add the address' }).click();

  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await expect(edit.getByLabel('Address')).toBeFocused();
  await edit.getByLabel('Address').fill('1 Loop Street');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByLabel('Description 1')).toHaveValue('Mast');
  await expect(page.getByRole('link', { name: 'Add the address' })).toBeHidden();

  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Description 1')).toHaveValue('Mast');
});

const HALF_PAST_ELEVEN = '2026-11-20T09:30:05.000Z';

for (const [name, state, nextTryAt, promise, cancels] of [
  ['last try failed', 'failed', null, '', 0],
  ['worker crashed', 'queued', null, ' It is tried again by itself within a minute.', 1],
  [
    'vendor does not answer',
    'queued',
    HALF_PAST_ELEVEN,
    ' It is tried again by itself at about 11:30, and for up to three days.',
    1,
  ],
] as const) {
  test(`a PDF whose ${name} shows its step and sentence, and Try again finishes it`, async ({ page }) => {
    const { admin, userId, address } = await openInvoices(page);
    let isBroken = true;
    await fakeProgress(page, () =>
      isBroken ? { ...progressOf(state, ['completed', 'completed', 'error']), nextTryAt } : undefined,
    );
    await page.route('**/api/invoices/*/retry', async (route) => {
      isBroken = false;
      await route.continue();
    });
    await page.goto(address);
    await fillItem(page, 'Line rental', '337');
    await page.getByRole('button', { name: 'Create Invoice' }).click();

    const progress = page.getByRole('dialog', { name: 'Invoice Generation Progress' });
    await expect(progress.getByText('Error Occurred')).toBeVisible();
    await expect(progress.getByText(`The print engine stopped.${promise}`, { exact: true })).toBeVisible();
    await expect(progress.getByRole('button', { name: 'Cancel' })).toHaveCount(cancels);
    await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    await expect(progress.getByRole('listitem').nth(2)).toHaveText('Converting to PDF11:14:05Error');

    await progress.getByRole('button', { name: 'Try again' }).click();
    await expect(progress).toBeHidden({ timeout: 90_000 });
    await expect(downloadOf(page, await admin.waitForPdf(userId))).toBeVisible();
  });
}

test('a Cancel that comes too late says so and closes, and the PDF still arrives', async ({ page }) => {
  const { admin, userId, address } = await openInvoices(page);
  let isSlow = true;
  await fakeProgress(page, () =>
    isSlow ? progressOf('running', ['completed', 'completed', 'in-progress']) : undefined,
  );
  await page.route('**/api/invoices/*/cancel', (route) =>
    route.fulfill({ status: 409, json: { message: 'The PDF is already being made.', code: 'conflict' } }),
  );
  await page.goto(address);
  await fillItem(page, 'Line rental', '337');
  await page.getByRole('button', { name: 'Create Invoice' }).click();

  const progress = page.getByRole('dialog', { name: 'Invoice Generation Progress' });
  await expect(progress.getByText('In Progress')).toBeVisible();
  await stopClock(page);
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await windUntilVisible(page, progress.getByText('The PDF is already being made.'));
  await windUntilHidden(page, progress);

  await page.clock.resume();
  const invoice = await admin.waitForPdf(userId);
  isSlow = false;
  await expect(downloadOf(page, invoice)).toBeVisible();
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

    await hold('uploads');
    await letGo('queued-pdfs');
    await expect(steps.nth(3)).toHaveText(/In Progress$/);
    const [invoice] = await admin.readInvoices(userId);
    if (!invoice) {
      throw new Error('The invoice is gone');
    }
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

  await page.getByRole('button', { name: `Mark ${invoiceNumber} as paid` }).click();
  const question = page.getByRole('alertdialog', { name: `Mark ${invoiceNumber} as paid?` });
  await expect(question).toContainText(
    `A payment of R\u00a0337,00 by ${fullName(client)} (${client.OWNumber}) is recorded with today's date.`,
  );
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

  await page.getByRole('button', { name: `Void ${invoiceNumber}` }).click();
  const dialog = page.getByRole('dialog', { name: `Void ${invoiceNumber}?` });
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
