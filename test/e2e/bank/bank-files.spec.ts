import { dayAfter } from '#shared/dates.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test, waitUntilTakenOver } from '#test/e2e/portal.ts';

const compact = (daysAgo: number) => dayAfter(new Date(), -daysAgo).replaceAll('-', '');

/** A file as Absa writes it, which names no account. */
const fileOf = (
  ...rows: readonly (readonly [day: string, description: string, amount: string, balance: string])[]
) => ['Date,Description,Amount,Balance', ...rows.map((row) => row.join(','))].join('\n');

test('an admin drops a file of the bank anywhere on the page and sees its lines with the client of each', async ({
  page,
}) => {
  const { User_Id, OWNumber } = await takeClient();
  const admin = await asAdmin();
  await admin.createInvoice(User_Id, 611.5);
  // The first file of an account asks from which day its lines are booked.
  await admin.readBankFile(fileOf([compact(1), 'CASH DEPOSIT', '10.00', '10.00']));

  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=bank');
  await waitUntilTakenOver(page);
  await expect(page.getByText("Drop your bank's file here, or choose it")).toBeVisible();
  const text = fileOf(
    [compact(0), `EFT ${OWNumber}`, '611.50', '621.50'],
    [compact(0), 'MONTHLY FEE', '-12.00', '609.50'],
  );
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], 'today.csv', { type: 'text/csv' }));
    return transfer;
  })()`);
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped });

  await expect(page.getByRole('heading', { name: 'today.csv' })).toBeVisible();
  await expect(page.getByText('1 line: 1 certain, 0 to look at', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Ties/)).toBeVisible();
  await page.getByRole('link', { name: /^All/ }).click();
  await expect(page.getByText(`EFT ${OWNumber}`).first()).toBeVisible();

  await page.getByRole('link', { name: 'Bank files' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'today.csv' })).toContainText('1 open');
});
