import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test("a record's timeline tells who recorded a payment, and shows payments alone, also after a reload", async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  const admin = await asAdmin();
  const { invoiceNumber } = await admin.createInvoice(User_Id);
  await admin.recordPayment(User_Id, { amount: 100 });
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${User_Id}`);
  const record = page.getByRole('dialog');
  await record.getByRole('tab', { name: 'Timeline' }).click();
  const entries = record.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  const payment = entries.filter({ hasText: 'Payment in cash' });
  await expect(payment).toContainText('Johan Petersen');
  await expect(payment).toContainText(/R\s100,00/);
  await expect(entries.filter({ hasText: `Invoice ${invoiceNumber}` }).first()).toBeVisible();

  await record.getByLabel('Show').selectOption('Payments');
  await expect(entries.filter({ hasText: invoiceNumber })).toHaveCount(0);
  await page.reload();
  await expect(payment).toBeVisible();
  await expect(entries.filter({ hasText: invoiceNumber })).toHaveCount(0);

  await payment.getByRole('link').click();
  await expect(record.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).not.toHaveURL(/kind=/);
});
