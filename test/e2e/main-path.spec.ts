import { PROGRESS_STEPS } from '#shared/contract/invoices.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, signIn, test } from './portal.ts';

const SERVICE = `SIM for the gate ${Date.now()}`;

test('an admin adds a service, issues an invoice and opens its PDF; the client sees the service', async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN_EMAIL);
  await page.getByRole('link', { name: 'User Management' }).click();
  await page.getByRole('searchbox', { name: /search users/i }).fill(CLIENT_EMAIL);
  await page.getByRole('row', { name: CLIENT_EMAIL }).getByRole('link', { name: /View/ }).click();

  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Active Services' }).click();
  await dialog.getByRole('button', { name: 'Add Service' }).click();
  await dialog.getByLabel('Account type').fill(SERVICE);
  await dialog.getByLabel('MSISDN').fill('082 111 2222');
  await dialog.getByLabel('Price per month').fill('337,00');
  await dialog
    .getByRole('button', { name: /Add Service|Save/ })
    .last()
    .click();
  await expect(page.getByText('Service added successfully', { exact: true })).toBeVisible();
  await expect(dialog.getByText(SERVICE)).toBeVisible();

  await dialog.getByRole('tab', { name: 'Invoices' }).click();
  await dialog.getByRole('button', { name: 'Create Invoice' }).click();
  await dialog.getByLabel('Description 1').fill('Uncapped 4G/5G data');
  await dialog.getByLabel('Amount 1').fill('337');
  await dialog.getByRole('button', { name: 'Add Item' }).click();
  await dialog.getByLabel('Description 2').fill('SIM delivery');
  await dialog.getByLabel('Amount 2').fill('1234,50');
  // The job is quick: the answer is held back until the steps were seen.
  const stepsSeen = Promise.withResolvers<void>();
  await page.route('**/api/invoices', async (route) => {
    await stepsSeen.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Create Invoice' }).last().click();

  const progress = page.getByRole('dialog', { name: 'Invoice Generation Progress' });
  for (const step of PROGRESS_STEPS) await expect(progress.getByText(step)).toBeVisible();
  stepsSeen.resolve();
  await expect(progress.getByText('Invoice Generated Successfully!')).toBeVisible();
  const invoiceNumber = (
    await progress
      .getByText(/INV-\d{4}-\d{6}/)
      .first()
      .textContent()
  )?.match(/INV-\d{4}-\d{6}/)?.[0];
  await expect(progress).toBeHidden();
  await expect(dialog.getByText('R\u00a01\u00a0571,50').first()).toBeVisible();

  const download = page.waitForResponse(/\/api\/invoices\/\d+\/download/);
  const tab = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: `Download ${invoiceNumber}` }).click();
  const pdf = await readPdf(await (await page.request.get((await download).url())).body());
  expect(pdf.pages[0]?.text).toContain('1\u00a0571,50');
  expect((await tab).url()).toMatch(/^blob:|about:blank/);

  const clientContext = await browser.newContext();
  const clientPage = await clientContext.newPage();
  await signIn(clientPage, CLIENT_EMAIL);
  await clientPage.getByRole('link', { name: 'Active Services' }).click();
  await expect(clientPage.getByText(SERVICE)).toBeVisible();
  await clientContext.close();
});
