import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test, waitUntilTakenOver } from '#test/e2e/portal.ts';

test.beforeEach(async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);
});

test('a part payment is previewed and recorded, reversed with a reason, and credit is refunded', async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  const admin = await asAdmin();
  const { invoiceNumber, totalAmount } = await admin.createInvoice(User_Id);
  expect(totalAmount).toBe(337);

  await page.goto(`/admin?client=${User_Id}&tab=payments`);
  const record = page.getByRole('dialog').first();
  await record.getByRole('link', { name: 'Record payment' }).click();
  const form = page.getByRole('dialog', { name: /^Payment from/ });
  await expect(form.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('100');
  const preview = form.getByRole('region', { name: 'What this payment pays' });
  await expect(preview.getByText(invoiceNumber)).toBeVisible();
  await expect(preview.getByText(/^R\s237,00 stays owed/)).toBeVisible();
  await form.getByLabel('Note').fill('Rang before she paid');
  await form.getByRole('button', { name: 'Record payment' }).click();
  await expect(form).toBeHidden();
  await expect(record.getByText('Note: Rang before she paid')).toBeVisible();
  expect(await admin.readInvoices(User_Id)).toMatchObject([{ status: 'pending', amountDue: 237 }]);
  await record.getByRole('tab', { name: 'Invoices' }).click();
  await expect(record.getByText(/^R\s237,00 still due$/)).toBeVisible();

  await record.getByRole('tab', { name: 'Payments' }).click();
  await record.getByRole('button', { name: /^More about the payment of R\s100,00/ }).click();
  await page.getByRole('menuitem', { name: 'Reverse' }).click();
  const reversal = page.getByRole('dialog', { name: /^Reverse R\s100,00 from/ });
  await reversal.getByRole('button', { name: 'Reverse payment' }).click();
  await expect(reversal.getByText('Reason is required')).toBeVisible();
  await page.keyboard.type('The bank returned it');
  await reversal.getByRole('button', { name: 'Reverse payment' }).click();
  await expect(reversal).toBeHidden();
  await expect(record.getByText('The bank returned it')).toBeVisible();
  await expect(record.locator(':focus')).toHaveCount(1);
  expect(await admin.readInvoices(User_Id)).toMatchObject([{ status: 'pending', amountDue: 337 }]);

  await record.getByRole('link', { name: 'Record payment' }).click();
  await form.getByLabel('Amount').fill('400');
  await expect(form.getByText(/^R\s63,00 more than the client owes$/)).toBeVisible();
  await expect(preview.getByText('Credit left')).toBeVisible();
  await form.getByRole('button', { name: 'Record payment' }).click();
  await expect(record.getByRole('definition').filter({ hasText: 'Nothing owed' })).toContainText('63,00');
  expect(await admin.readInvoices(User_Id)).toMatchObject([{ status: 'paid', amountDue: 0 }]);

  await record.getByRole('link', { name: 'Refund credit' }).click();
  const refund = page.getByRole('dialog', { name: /^Refund to/ });
  await refund.getByLabel('Amount').fill('63,01');
  await refund.getByLabel('Reason').fill('Paid too much');
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await expect(refund.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
  await refund.getByLabel('Amount').fill('63');
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await expect(refund).toBeHidden();
  await expect(record.getByRole('link', { name: 'Refund credit' })).toBeHidden();
  await expect(record.locator(':focus')).toHaveCount(1);
  expect(await admin.readUser(User_Id)).toMatchObject({ User_Debit: 0 });
});

test('payments of a morning need the keyboard alone, and Undo of the last one leads to its reversal with a reason', async ({
  page,
}) => {
  const admin = await asAdmin();
  const [first, second] = [await takeClient(), await takeClient()];
  await admin.createInvoice(first.User_Id);
  await admin.createInvoice(second.User_Id);
  await page.goto('/admin');
  await waitUntilTakenOver(page);
  const palette = page.getByRole('combobox', { name: 'For which client?' });
  const formOf = ({ OWNumber }: typeof first) =>
    page.getByRole('dialog', { name: new RegExp(`^Payment from .+, ${OWNumber}$`) });

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('rec');
  await page.keyboard.press('Enter');
  await expect(palette).toBeFocused();
  await page.keyboard.type(first.OWNumber);
  await page.keyboard.press('Enter');
  await expect(formOf(first).getByLabel('Reference')).toHaveValue(first.OWNumber);
  await expect(formOf(first).getByRole('button', { name: /^Overdue/ })).toHaveCount(0);
  await expect(formOf(first).getByRole('button', { name: /^All R\s337,00$/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(formOf(first).getByLabel('Amount')).toBeFocused();
  await page.keyboard.press('Control+Enter');

  await expect(palette).toBeFocused();
  await expect(page).not.toHaveURL(/client=/);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.type(second.OWNumber);
  await page.keyboard.press('Enter');
  await expect(formOf(second).getByLabel('Amount')).toBeFocused();
  await expect(page).not.toHaveURL(/client\.ask/);
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  // A slow machine must not let the toast go: its clock stops under the pointer.
  await undo.hover();
  await expect(formOf(second)).toHaveCount(0);
  expect(await admin.readInvoices(first.User_Id)).toMatchObject([{ status: 'paid' }]);
  expect(await admin.readInvoices(second.User_Id)).toMatchObject([{ amountDue: 237 }]);

  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  const reversal = page.getByRole('dialog', { name: /^Reverse R\s100,00 from/ });
  await expect(reversal.getByLabel('Reason')).toHaveValue('Recorded by mistake');
  await expect(reversal.getByText(/^The client then owes R\s337,00\.$/)).toBeVisible();
  await reversal.getByRole('button', { name: 'Reverse payment' }).click();
  await expect(reversal).toBeHidden();
  expect(await admin.readInvoices(second.User_Id)).toMatchObject([{ status: 'pending', amountDue: 337 }]);
});

test("a phone shows the record's first acts, its neighbours in the list and its statement whole", async ({
  page,
}) => {
  const { User_Id, OWNumber } = await takeClient();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin?section=users&search=${OWNumber}&client=${User_Id}&tab=payments`);
  const record = page.getByRole('dialog');
  let edge = 0;

  for (const act of [
    record.getByRole('link', { name: 'Record payment' }),
    record.getByRole('link', { name: 'Edit' }),
    record.getByRole('button', { name: 'More actions' }),
    record.getByRole('button', { name: 'Previous client' }),
    record.getByRole('button', { name: 'Next client' }),
  ]) {
    await expect(act).toBeVisible();
    const box = await act.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(edge);
    edge = Number(box?.x) + Number(box?.width);
  }
  expect(edge).toBeLessThanOrEqual(360);
  await expect(record.getByRole('link', { name: 'Statement', exact: true })).toBeInViewport({ ratio: 1 });
});

test('a payment goes to the chosen invoices, and the server refuses more than one owes at its field', async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  const admin = await asAdmin();
  const older = await admin.createInvoice(User_Id);
  const newer = await admin.createInvoice(User_Id);

  await page.goto(`/admin?client=${User_Id}&tab=payments&open=payment.new`);
  const form = page.getByRole('dialog', { name: /^Payment from/ });
  await form.getByRole('textbox', { name: 'Amount', exact: true }).fill('400');
  await form.getByRole('button', { name: 'Choose invoices instead' }).click();
  await form.getByRole('checkbox', { name: newer.invoiceNumber }).check();
  const named = form.getByLabel(`Amount for ${newer.invoiceNumber}`);
  await expect(named).toHaveValue('337,00');
  await named.fill('400');
  await form.getByRole('button', { name: 'Record payment' }).click();
  await expect(form.getByText(/^This invoice owes R\s337,00\.$/)).toBeVisible();
  await expect(named).toBeFocused();
  await named.fill('337');
  await form.getByRole('button', { name: 'Record payment' }).click();
  await expect(form).toBeHidden();

  expect(await admin.readInvoices(User_Id)).toMatchObject([
    { id: newer.id, status: 'paid' },
    { id: older.id, status: 'pending', amountDue: 274 },
  ]);
});

test('an address of the payment dialog opens it over the record, with the focus in the amount alone', async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  await page.addInitScript(
    `window.focused = []; document.addEventListener('focusin', ({ target }) => target.name && focused.push(target.name))`,
  );
  await page.goto(`/admin?client=${User_Id}&tab=payments&open=payment.new`);
  await expect(page.getByLabel('Amount')).toBeFocused();
  // With their code loaded, the record and the dialog over it open in the same moment.
  await page.evaluate(`history.pushState(null, '', '/admin')`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByLabel('Amount')).toBeFocused();

  expect(await page.evaluate('focused')).toEqual(['amount', 'amount']);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/tab=payments$/);
});

test('closing the payment dialog asks before it loses what was typed', async ({ page }) => {
  const { User_Id } = await takeClient();
  await page.goto(`/admin?client=${User_Id}&tab=payments&open=payment.new`);
  const form = page.getByRole('dialog', { name: /^Payment from/ });
  await form.getByLabel('Amount').fill('12');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await question.getByRole('button').first().click();
  await expect(form.getByLabel('Amount')).toHaveValue('12');
});

test('a row of the debtors opens the payments of its client, wherever it is pressed', async ({ page }) => {
  const { User_Id, OWNumber } = await takeClient();
  const admin = await asAdmin();
  await admin.createInvoice(User_Id, 987_654.32);
  await page.goto('/admin?section=debtors&sort=due');
  await expect(page.getByLabel('What all clients owe, by age')).toContainText('Over 90 days');
  await page
    .getByRole('row')
    .filter({ hasText: OWNumber })
    .getByText(/654,32/)
    .last()
    .click();

  await expect(page).toHaveURL(new RegExp(`client=${User_Id}&tab=payments`));
  await expect(page.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true');
});

test("the file of the bookkeeper's entries is refused at the period, and downloads for a month", async ({
  page,
}) => {
  await page.goto('/admin?section=bookkeeping&from=2026-01-01&to=2026-02-28');
  await page.getByRole('button', { name: 'Entries as CSV' }).click();
  await expect(page.getByText('The last day that fits is 2026/01/31.')).toBeVisible();
  await expect(page.getByLabel('Last day')).toHaveAttribute('aria-invalid', 'true');

  await page.getByLabel('Period').selectOption({ index: 1 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Entries as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});
