import { formatDayInWords, monthAfter, nameDay } from '#shared/dates.ts';
import { daysOfMonth, nameMonth } from '#shared/months.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';
import { monthBehind } from '#web/features/books/closings/month-steps.ts';

/** As far back as a payment may be dated: the other tests of the run date nothing there. */
const MONTH = monthAfter(new Date(), -11);
const NAME = nameMonth(MONTH);

test('an admin closes a month, records a payment of it on the first open day, and opens the month again with a reason', async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  await (await asAdmin()).createInvoice(User_Id, 500);
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=bookkeeping');
  await page.getByRole('link', { name: 'Closed months' }).click();
  await page.getByRole('link', { name: 'Close a month…' }).click();
  const closing = page.getByRole('dialog');
  await closing.getByLabel('Month').selectOption(MONTH);
  await expect(closing.getByText(`Nothing more is dated in ${NAME} or before`)).toBeVisible();
  await expect(closing.getByText(`No credit note is missing in ${NAME}.`)).toBeVisible();
  await closing.getByRole('button', { name: `Close ${NAME}` }).click();
  await expect(closing.getByText(`${NAME} is closed. These figures are stored:`)).toBeVisible();
  await closing.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: NAME });
  await expect(row).toContainText('Closed');

  await page.goto(`/admin?section=bookkeeping&from=${MONTH}-01&to=${daysOfMonth(MONTH).to}`);
  await page.getByRole('link', { name: `Closing of ${NAME}` }).click();
  const figures = page.getByRole('dialog', { name: `Figures of ${NAME}` });
  await expect(figures.getByRole('table', { name: 'Stored figures' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(figures).toBeHidden();

  const firstOpenDay = `${monthBehind(MONTH)}-01`;
  const bankDate = `${MONTH}-28`;
  await page.goto(`/admin?client=${User_Id}&tab=payments&open=payment.new`);
  const form = page.getByRole('dialog', { name: /^Payment from/ });
  await form.getByLabel('Amount').fill('123,45');
  await form.getByLabel('Date').fill(bankDate);
  await expect(
    form.getByText(
      `${NAME} is closed: the payment will stand on ${nameDay(firstOpenDay)} and keep ${formatDayInWords(bankDate, new Date())} as its bank date.`,
    ),
  ).toBeVisible();
  await form.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.locator('[data-payment]').first();
  await expect(payment).toContainText(firstOpenDay.replaceAll('-', '/'));
  await expect(payment).toContainText(`At the bank ${bankDate.replaceAll('-', '/')}`);

  await page.goto('/admin?section=bookkeeping&book=closings');
  await page.getByRole('link', { name: `Open ${NAME} again` }).click();
  const opening = page.getByRole('dialog', { name: `Open ${NAME} again?` });
  await opening.getByLabel('Reason').fill('A receipt was forgotten');
  await opening.getByRole('button', { name: `Open ${NAME}` }).click();
  await expect(opening).toBeHidden();
  await expect(row).toContainText('Reopened');
  await expect(row).toContainText('A receipt was forgotten');
  await expect(page.getByRole('link', { name: 'Close a month…' })).toBeVisible();
});
