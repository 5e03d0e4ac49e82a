import type { Page } from '@playwright/test';
import { parseAmount } from '#shared/money.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

/** Far above what the other tests invoice and record meanwhile. */
const LARGE = 800_000;

const AMOUNT = /R\s[\d\s]+,\d\d/;

const readOutstanding = async (page: Page): Promise<number> => {
  const card = page.locator('.chakra-card__root', { has: page.getByRole('link', { name: 'Outstanding' }) });
  await expect(card).toContainText(AMOUNT);

  return parseAmount((await card.textContent())?.match(AMOUNT)?.[0] ?? '') ?? 0;
};

test('dashboard and debtors agree after somebody else has recorded a payment between them', async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  const admin = await asAdmin();
  await admin.createInvoice(User_Id, LARGE);
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin');
  const before = await readOutstanding(page);
  await expect(page.getByText(/^as of \d\d:\d\d$/)).toBeVisible();

  await admin.recordPayment(User_Id, { amount: LARGE });
  const sums = page.waitForResponse((response) => response.url().includes('/api/admin/debtors/sums'));
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Debtors' }).click();
  expect((await (await sums).json()).total).toBeLessThan(before - LARGE / 2);
  await navigation.getByRole('link', { name: 'Dashboard' }).click();

  await expect.poll(() => readOutstanding(page)).toBeLessThan(before - LARGE / 2);
});

test("a client's screens agree after a payment was recorded between them", async ({ page }) => {
  const { User_Id, User_Email } = await takeClient();
  const admin = await asAdmin();
  await admin.createInvoice(User_Id, 300);
  await startSession(page, User_Email);
  await page.goto('/client');
  const owed = page.getByRole('heading', { name: /^You owe/ });
  await expect(owed).toHaveText(/R\s300,00/);

  await admin.recordPayment(User_Id, { amount: 100 });
  await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).click();
  await expect(owed).toHaveText(/R\s200,00/);
});
