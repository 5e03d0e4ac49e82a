import type { Route } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { openPdf } from '#test/e2e/open-pdf.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

const PHONE = { width: 360, height: 740 };

test('on a phone, a client with years of invoices sees the open ones on two screens, and others in their tabs', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await startSession(page, CLIENT_EMAIL);
  await page.goto('/client?section=invoices');
  const numbers = page.getByRole('main').getByRole('link', { name: /^INV-/ });
  await expect(numbers.first()).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(2 * PHONE.height);
  const open = await numbers.allTextContents();
  expect(new Set(open).size).toBe(open.length);

  const tabs = page.getByRole('navigation', { name: 'Invoices and payments' });
  await tabs.getByRole('link', { name: 'Paid' }).click();
  await expect(page).toHaveURL(/show=paid/);
  const years = page.getByRole('button', { name: /^20\d\d/ });
  await expect(years.first()).toHaveAttribute('aria-expanded', 'true');
  await expect(years.last()).toHaveAttribute('aria-expanded', 'false');
  const before = await numbers.count();
  await years.last().click();
  await expect.poll(() => numbers.count()).toBeGreaterThan(before);

  await tabs.getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByText('Payment by EFT').first()).toBeVisible();
  await page.reload();
  await expect(tabs.getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page');
});

test("a press on an invoice opens its lines and its PDF, Back closes it, and a link opens it, in the administrator's record too", async ({
  page,
}) => {
  const client = await takeClient();
  const admin = await asAdmin();
  await admin.createInvoice(client.User_Id);
  const { id, invoiceNumber } = await admin.waitForPdf(client.User_Id);
  await admin.recordPayment(client.User_Id, { amount: 100 });
  await page.setViewportSize(PHONE);
  await startSession(page, client.User_Email);
  await page.goto('/client?section=invoices');
  await page.getByText(`237,00 still due`).click();

  const dialog = page.getByRole('dialog', { name: invoiceNumber });
  await expect(dialog.getByRole('row', { name: /^Line rental/ })).toContainText('337,00');
  await expect(dialog.getByRole('row', { name: /^Paid/ })).toContainText('100,00');
  await expect(dialog.getByRole('row', { name: /^Still due/ })).toContainText('237,00');
  await expectNoViolations(page);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  const pdf = await openPdf(page, () =>
    dialog.getByRole('button', { name: `Download ${invoiceNumber}` }).click(),
  );
  expect(pdf.pages[0]?.text).toContain(invoiceNumber);

  const address = page.url();
  expect(address).toContain(`open=invoice.view%3A${id}`);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goto(address);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: 'How to pay' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your payment reference')).toBeVisible();

  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${client.User_Id}&tab=invoices`);
  await page.getByRole('link', { name: invoiceNumber }).click();
  await expect(dialog.getByRole('row', { name: /^Still due/ })).toContainText('237,00');
  await expect(page).toHaveURL(new RegExp(`open=invoice.view%3A${id}`));
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: invoiceNumber })).toBeHidden();
  await expect(page.getByRole('tab', { name: /^Invoices/ })).toHaveAttribute('aria-selected', 'true');
});

for (const [state, answer] of [
  ['does not come', () => {}],
  [
    'fails',
    (route: Route) => route.fulfill({ status: 500, json: { error: { code: 'internal', message: '' } } }),
  ],
] as const) {
  test(`on a phone, a client opens an invoice while the read of the amount ${state}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await startSession(page, CLIENT_EMAIL);
    await page.route('**/debt', answer);
    await page.goto('/client?section=invoices');
    const invoice = page.getByRole('main').getByRole('link', { name: /^INV-/ }).first();

    await expect(invoice).toBeVisible();
    // What waits for the amount is laid out but not painted.
    await expect(page.locator('section[aria-label="What is due"] ~ *').last()).toHaveCSS('opacity', '1');
    await invoice.click();
    await expect(page.getByRole('dialog', { name: /^INV-/ })).toBeVisible();
  });
}
