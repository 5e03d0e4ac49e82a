import type { Page } from '@playwright/test';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

const MESSAGE = 'The portal cannot reach its database.';

/** Refuses requests of this method to these addresses, as the server does when its database is unreachable. */
const refuse = (page: Page, method: string, addresses: string) =>
  page.route(addresses, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 503, json: { message: MESSAGE, code: 'unavailable' } })
      : route.fallback(),
  );

/** Checks both texts in one step, because a toast stays for only five seconds. */
const expectRedToast = (page: Page, title: string) =>
  expect(page.locator('[data-tone="error"]')).toContainText(`${title}${MESSAGE}`);

test.describe('a refused change of a service', () => {
  const openServices = async (page: Page) => {
    const { User_Id } = await takeClient();
    await (await asAdmin()).addService(User_Id, { serviceCategory: 'Voice', accountType: 'Reception' });
    await startSession(page, ADMIN_EMAIL);
    await page.goto(`/admin?client=${User_Id}&tab=services`);

    return page.getByRole('dialog');
  };

  test('a service that is refused says why and keeps the form', async ({ page }) => {
    const dialog = await openServices(page);
    await refuse(page, 'POST', '**/api/admin/users/*/services');
    await dialog.getByRole('button', { name: 'Add Service' }).click();
    await dialog.getByLabel('Account type').fill('Uncapped LTE');
    await dialog.getByRole('button', { name: 'Add Service' }).click();

    await expectRedToast(page, 'Error adding service');
    await expect(dialog.getByLabel('Account type')).toHaveValue('Uncapped LTE');
  });

  test('a service whose change is refused says why and keeps the form', async ({ page }) => {
    const dialog = await openServices(page);
    await refuse(page, 'PUT', '**/api/admin/services/*');
    await dialog.getByRole('button', { name: 'Edit Voice · Reception' }).click();
    await dialog.getByLabel('Account type').fill('Front desk');
    await dialog.getByRole('button', { name: 'Save service' }).click();

    await expectRedToast(page, 'Error updating service');
    await expect(dialog.getByLabel('Account type')).toHaveValue('Front desk');
  });

  test('a service whose deletion is refused says why and stays in the list', async ({ page }) => {
    const dialog = await openServices(page);
    await refuse(page, 'DELETE', '**/api/admin/services/*');
    await dialog.getByRole('button', { name: 'Delete Voice · Reception' }).click();
    await page.getByRole('button', { name: 'Delete service' }).click();

    await expectRedToast(page, 'Error deleting service');
    await expect(dialog.getByRole('button', { name: 'Edit Voice · Reception' })).toBeVisible();
  });
});

test('services that cannot be read say so, and are read on the next try', async ({ page }) => {
  const { User_Id } = await takeClient();
  await startSession(page, ADMIN_EMAIL);
  await refuse(page, 'GET', '**/api/admin/users/*/services');
  await page.goto(`/admin?client=${User_Id}&tab=services`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Error loading services. Please try again.')).toBeVisible();

  await page.unroute('**/api/admin/users/*/services');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Error loading services. Please try again.')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Add Service' }).first()).toBeVisible();
});

test('a PDF that is missing on the drive can be made again', async ({ page }) => {
  const { User_Id } = await takeClient();
  const { invoiceNumber } = await (await asAdmin()).createInvoice(User_Id);
  let fileName: string | null = `${invoiceNumber}.pdf`;
  await page.route('**/api/users/*/invoices', async (route) => {
    const answer = await route.fetch();
    const [newest, ...others] = await answer.json();
    await route.fulfill({ response: answer, json: [{ ...newest, fileName }, ...others] });
  });
  await page.route('**/api/invoices/*/download', (route) => {
    fileName = null;
    return route.fulfill({ status: 409, json: { message: 'The PDF is gone.', code: 'conflict' } });
  });
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${User_Id}&tab=invoices`);
  await page.getByRole('button', { name: `Download ${invoiceNumber}` }).click();

  await expect(page.locator('[data-tone="error"]')).toContainText('The PDF is gone.');
  await expect(page.getByRole('button', { name: `Create PDF of ${invoiceNumber}` })).toBeVisible();
});

test('a registration that fails says why and keeps the typed text', async ({ page }) => {
  await refuse(page, 'POST', '**/api/register');
  await page.goto('/auth?tab=register');
  for (const [label, value] of [
    ['First Name', 'Naledi'],
    ['Last Name', 'Khumalo'],
    ['Email Address', 'naledi@example.co.za'],
    ['Phone Number', '082 123 4567'],
    ['ID Number or Passport Number', 'A01234567'],
    ['Password', 'a long enough one'],
    ['Confirm Password', 'a long enough one'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expectRedToast(page, 'Registration failed');
  await expect(page.getByLabel('First Name')).toHaveValue('Naledi');
});

test('a log-out that fails says why, and the person stays signed in', async ({ page }) => {
  await startSession(page, CLIENT_EMAIL);
  await page.goto('/client');
  await refuse(page, 'POST', '**/api/logout');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();

  await expectRedToast(page, 'Logout failed');
  await page.reload();
  await expect(page).toHaveURL(/\/client/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
});
