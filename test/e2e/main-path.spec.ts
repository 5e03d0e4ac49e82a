import { PROGRESS_STEPS } from '#shared/contract/invoices.ts';
import { clientName } from '#web/lib/words/full-name.ts';
import { openPdf } from './open-pdf.ts';
import { asAdmin, takeClient } from './people.ts';
import { ADMIN_EMAIL, expect, signIn, test } from './portal.ts';

const SERVICE = 'SIM for the gate';

test('an admin adds a service, issues an invoice and opens its PDF; the client sees the service', async ({
  page,
  browser,
}) => {
  const client = await takeClient();
  await signIn(page, ADMIN_EMAIL);
  await page.getByRole('link', { name: 'User Management' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill(client.User_Email);
  await page
    .getByRole('row', { name: client.OWNumber })
    .getByRole('link', { name: `View ${clientName(client)}` })
    .click();

  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Active Services' }).click();
  await dialog.getByRole('button', { name: 'Add Service' }).click();
  await dialog.getByLabel('Account type').fill(SERVICE);
  await dialog.getByLabel('MSISDN').fill('082 111 2222');
  await dialog.getByLabel('Price per month').fill('337,00');
  await dialog.getByRole('button', { name: 'Add Service' }).click();
  await expect(page.getByText('Service added successfully', { exact: true })).toBeVisible();
  await expect(dialog.getByText(SERVICE)).toBeVisible();

  await dialog.getByRole('tab', { name: 'Invoices' }).click();
  await dialog.getByRole('link', { name: 'New invoice' }).last().click();
  const form = page.getByRole('dialog', { name: 'New invoice' });
  await form.getByLabel('Description 1').fill('Uncapped 4G/5G data');
  await form.getByLabel('Amount 1').fill('337');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await form.getByLabel('Description 2').fill('SIM delivery');
  await form.getByLabel('Amount 2').fill('1234,50');
  // The job is fast, so the answer is held back until the test has seen the steps.
  const stepsSeen = Promise.withResolvers<void>();
  await page.route('**/api/invoices', async (route) => {
    await stepsSeen.promise;
    await route.continue();
  });
  await form.getByRole('button', { name: 'Create Invoice' }).click();

  const progress = page.getByRole('dialog', { name: 'Invoice Generation Progress' });
  for (const step of PROGRESS_STEPS) {
    await expect(progress.getByText(step)).toBeVisible();
  }
  stepsSeen.resolve();
  await expect(progress).toBeHidden({ timeout: 90_000 });
  const { invoiceNumber } = await (await asAdmin()).waitForPdf(client.User_Id);
  const invoice = dialog.getByRole('row').filter({ hasText: invoiceNumber });
  await expect(invoice).toContainText('R\u00a01\u00a0571,50');

  const pdf = await openPdf(page, () =>
    invoice.getByRole('button', { name: `Download ${invoiceNumber}` }).click(),
  );
  expect(pdf.name).toBe(`${invoiceNumber}.pdf`);
  expect(pdf.pages[0]?.text).toContain(invoiceNumber);
  expect(pdf.pages[0]?.text).toContain('1\u00a0571,50');

  const clientContext = await browser.newContext();
  const clientPage = await clientContext.newPage();
  await signIn(clientPage, client.User_Email);
  await clientPage
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Active Services' })
    .click();
  await expect(clientPage.getByRole('heading', { name: SERVICE })).toBeVisible();
  await clientContext.close();
});
