import type { Page } from '@playwright/test';
import { CLIENT_EMAIL, expect, test, waitUntilTakenOver } from '#test/e2e/portal.ts';

const fill = async (page: Page, values: Record<string, string>) => {
  const whole = {
    'First Name': 'Naledi',
    'Last Name': 'Khumalo',
    'Email Address': `naledi.${crypto.randomUUID()}@example.co.za`,
    'Phone Number': '082 123 4567',
    'ID Number or Passport Number': 'A01234567',
    Password: 'a long enough one',
    'Confirm Password': 'a long enough one',
    ...values,
  };
  await page.goto('/auth?tab=register');
  for (const [label, value] of Object.entries(whole)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
};

const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click();

test('registering signs the client in at once and greets them', async ({ page }) => {
  await fill(page, { 'Company (Optional)': 'Khumalo Logistics' });
  await submit(page);

  await page.waitForURL('**/client');
  await expect(page.locator('[data-tone]')).toContainText(
    'Welcome to OW Connect!Your account has been created successfully.',
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Naledi!');
  await expect(page.getByText('Khumalo Logistics')).toBeVisible();
  await expect(page.getByText('+27 82 123 4567')).toBeVisible();
});

test('each required field of the registration says so under it, in red', async ({ page }) => {
  await page.goto('/auth?tab=register');
  await submit(page);

  const messages = {
    'First Name': 'First name is required',
    'Last Name': 'Last name is required',
    'Email Address': 'Email address is required',
    'Phone Number': 'Phone number is required',
    'ID Number or Passport Number': 'ID Number or Passport Number is required',
    Password: 'Password must be at least 8 characters',
  };
  for (const [label, message] of Object.entries(messages)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message);
  }
  await expect(page.getByText('First name is required')).toHaveCSS('color', 'rgb(194, 32, 43)');
  await expect(page.getByLabel('Company (Optional)')).toHaveAccessibleDescription('');
  await expect(page.getByLabel('First Name')).toBeFocused();
});

test('a registration with an address that is taken names the field and keeps the rest', async ({ page }) => {
  await fill(page, { 'Email Address': CLIENT_EMAIL.toUpperCase() });
  await submit(page);

  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(
    /This email address is already registered\./,
  );
  await expect(page.getByLabel('First Name')).toHaveValue('Naledi');
  expect(page.url()).toContain('/auth');
});

test('registering works with the keyboard only', async ({ page }) => {
  await page.goto('/auth');
  await waitUntilTakenOver(page);
  await page.getByRole('tab', { name: 'Sign In' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Register' })).toBeFocused();
  await expect(page.getByLabel('First Name')).toBeVisible();

  const typed = [
    ['First Name', 'Naledi'],
    ['Last Name', 'Khumalo'],
    ['Email Address', `naledi.${crypto.randomUUID()}@example.co.za`],
    ['Phone Number', '082 123 4567'],
    ['ID Number or Passport Number', 'A01234567'],
    ['Company (Optional)', ''],
    ['Password', 'a long enough one'],
    ['Confirm Password', 'a long enough one'],
  ] as const;
  for (const [label, value] of typed) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label, { exact: true })).toBeFocused();
    await page.keyboard.type(value);
    // After a password comes the button that shows it.
    if (label.endsWith('Password')) {
      await page.keyboard.press('Tab');
    }
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/client');
});

test("a new client's step 'Choose a service' leads to the services on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await fill(page, {});
  await submit(page);
  await page.getByRole('link', { name: /^Choose a service/ }).click();
  await expect(page.getByRole('heading', { name: 'Our services' })).toBeInViewport();
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
});

test('the registration fits a laptop with its messages apart, and the offers beside it keep their place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const topOfOffers = async () => (await page.getByRole('heading', { level: 2 }).boundingBox())?.y;
  await page.goto('/auth');
  await waitUntilTakenOver(page);
  const before = await topOfOffers();
  await page.getByRole('tab', { name: 'Register' }).click();
  await submit(page);
  await expect(page.getByText('Last name is required')).toBeVisible();

  expect(await topOfOffers()).toBe(before);
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeInViewport({ ratio: 1 });
  for (const [message, next] of [
    ['First name is required', 'Email Address'],
    ['ID Number or Passport Number is required', 'Password'],
  ] as const) {
    const above = await page.getByText(message).boundingBox();
    const below = await page.getByText(next, { exact: true }).first().boundingBox();
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), next).toBeGreaterThanOrEqual(8);
  }
});
