import { openPdf } from '#test/e2e/open-pdf.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test('a credit note over a part of a paid invoice becomes credit, and its client reads it with its PDF', async ({
  page,
  browser,
}) => {
  const client = await takeClient();
  const admin = await asAdmin();
  const { id, invoiceNumber } = await admin.createInvoice(client.User_Id);
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${client.User_Id}&tab=payments&open=payment.new`);
  const payment = page.getByRole('dialog', { name: /^Payment from/ });
  await payment.getByLabel('Amount').fill('300');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(payment).toBeHidden();

  await page.goto(`/admin?client=${client.User_Id}&tab=invoices&open=invoice.credit:${id}`);
  const form = page.getByRole('dialog', { name: new RegExp(`^Credit note for ${invoiceNumber}`) });
  await form.getByLabel('Amount').fill('80');
  await expect(form.getByText(/^R\s37,00 reduces what is due, R\s43,00 becomes credit\.$/)).toBeVisible();
  await form.getByLabel('Reason').selectOption('Discount');
  await form.getByLabel('Explanation').fill('The router came a week late.');
  await form.getByRole('button', { name: 'Issue credit note' }).click();
  await expect(form).toBeHidden();
  const notes = page.getByRole('region', { name: 'Credit notes' });
  await expect(notes.getByText('The router came a week late.')).toBeVisible();
  await expect(notes.getByRole('button', { name: /^Download CN-/ })).toBeVisible();
  expect(await admin.readInvoices(client.User_Id)).toMatchObject([
    { status: 'paid', amountDue: 0, credited: 80 },
  ]);
  expect(await admin.readUser(client.User_Id)).toMatchObject({ User_Debit: 43 });

  const own = await browser.newPage();
  await startSession(own, client.User_Email);
  await own.goto('/client?section=invoices&show=credit-notes');
  await expect(own.getByText('The router came a week late.')).toBeVisible();
  const pdf = await openPdf(own, () => own.getByRole('button', { name: /^Download CN-/ }).click());
  expect(pdf.name).toMatch(/^CN-\d{4}-\d{6}\.pdf$/);
  expect(JSON.stringify(pdf.pages)).toContain('The router came a week late.');
  await own.close();
});

test('a payment that names a written-off invoice recovers it, and its client could pay it all the time', async ({
  page,
  browser,
}) => {
  const client = await takeClient();
  const admin = await asAdmin();
  const { id, invoiceNumber } = await admin.createInvoice(client.User_Id);
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${client.User_Id}&tab=invoices&open=invoice.write-off:${id}`);
  const form = page.getByRole('dialog', { name: new RegExp(`^Write off ${invoiceNumber}`) });
  await expect(form.getByText(/^R\s337,00 leaves our books, nothing stays due\.$/)).toBeVisible();
  await form.getByLabel('Reason').fill('Moved away');
  await form.getByLabel('What was done to collect').fill('Three letters and two calls');
  await form.getByRole('button', { name: 'Write off' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Written off', { exact: true })).toBeVisible();
  expect(await admin.readInvoices(client.User_Id)).toMatchObject([{ status: 'pending', writtenOff: 337 }]);

  const own = await browser.newPage();
  await startSession(own, client.User_Email);
  await own.goto('/client?section=invoices');
  await expect(
    own.getByRole('heading', { name: /^R\s337,00 of an older invoice is still payable$/ }),
  ).toBeVisible();
  await expect(own.getByText('No longer in our books, still payable', { exact: true })).toBeVisible();
  await own.close();

  await page.goto(`/admin?client=${client.User_Id}&tab=payments&open=payment.new`);
  const payment = page.getByRole('dialog', { name: /^Payment from/ });
  await payment.getByLabel('Amount').fill('337');
  await payment.getByRole('button', { name: 'Choose invoices instead' }).click();
  await payment.getByRole('checkbox', { name: new RegExp(invoiceNumber) }).check();
  await expect(payment.getByText(/^Recovers R\s337,00 that was written off$/)).toBeVisible();
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(payment).toBeHidden();
  expect(await admin.readInvoices(client.User_Id)).toMatchObject([{ status: 'paid', writtenOff: 0 }]);
});
