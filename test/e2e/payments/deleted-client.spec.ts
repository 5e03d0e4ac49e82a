import { formatAmount } from '#shared/money.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test('a client who owes is written off, then deleted, and a recovery by the number of the invoice stands in the control account', async ({
  page,
}) => {
  const { User_Id, OWNumber } = await takeClient();
  const { invoiceNumber } = await (await asAdmin()).createInvoice(User_Id, 1234.5);
  await startSession(page, ADMIN_EMAIL);

  await page.goto(`/admin?section=users&open=user.delete:${User_Id}`);
  const deletion = page.getByRole('alertdialog');
  await expect(deletion.getByText(`Please write off or credit ${formatAmount(1234.5)} first.`)).toBeVisible();
  await expect(deletion.getByLabel(`Type ${OWNumber} to confirm`)).toBeHidden();
  await deletion.getByRole('link', { name: 'Write off all of it' }).click();
  await page
    .getByLabel(/^Select (?!all)/)
    .first()
    .check({ force: true });
  await page.getByRole('button', { name: /^Write off/ }).click();
  const writeOff = page.getByRole('dialog');
  await writeOff.getByLabel('Reason').fill('Moved away');
  await writeOff.getByLabel('What was done to collect').fill('Two letters');
  await writeOff.getByRole('button', { name: 'Write off 1 client' }).click();
  await writeOff.getByRole('button', { name: 'Done' }).click();

  await page.goto(`/admin?section=users&open=user.delete:${User_Id}`);
  await deletion.getByLabel(`Type ${OWNumber} to confirm`).fill(OWNumber);
  await deletion.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('User deleted successfully', { exact: true })).toBeVisible();

  await page.goto('/admin?section=bookkeeping');
  await page.getByRole('link', { name: 'Recovery…' }).click();
  const recovery = page.getByRole('dialog');
  await recovery.getByLabel('Invoice number').fill(invoiceNumber);
  await recovery.getByLabel('Amount').fill('1 234,51');
  await recovery.getByRole('button', { name: 'Record recovery' }).click();
  await expect(
    recovery.getByText(`Only ${formatAmount(1234.5)} of ${invoiceNumber} is written off.`).first(),
  ).toBeVisible();
  await recovery.getByLabel('Amount').fill('1 000');
  await recovery.getByRole('button', { name: 'Record recovery' }).click();
  await expect(
    page.getByText(`${formatAmount(1000)} of ${invoiceNumber} recovered`, { exact: true }),
  ).toBeVisible();

  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Johannesburg' });
  await page.goto(`/admin?section=bookkeeping&row=recoveries&from=${today}&to=${today}`);
  await expect(page.getByText(invoiceNumber).first()).toBeVisible();
});
