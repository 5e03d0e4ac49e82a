import type { Browser, Page } from '@playwright/test';
import { waitForLink, waitForMail } from '#test/e2e/mailbox.ts';
import { asAdmin, takeClient, trySignIn } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, PASSWORD, startSession, test } from '#test/e2e/portal.ts';

/** Opens the password and sessions of one account in two browsers, and returns the page of the second one. */
const openInTwoBrowsers = async (browser: Browser, page: Page, email: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: process.env.PORTAL_URL ?? '' });
  const other = await context.newPage();
  await startSession(other, email);
  await startSession(page, email);
  await page.goto('/client?section=profile&tab=security');

  return other;
};

test('a client who edits their details sees what an administrator changed meanwhile, and saves both', async ({
  page,
}) => {
  const { User_Id, User_Email } = await takeClient();
  const admin = await asAdmin();
  await startSession(page, User_Email);
  await page.goto('/client?section=profile');
  await page.getByLabel('Town').fill('Knysna');
  await admin.editUser(User_Id, { User_Code: '6570' });
  await page.getByRole('button', { name: 'Save changes' }).click();

  const note = page
    .getByRole('alert')
    .filter({ hasText: 'Your details were changed while you were editing' });
  await expect(note).toBeFocused();
  await expect(note).toContainText('Postal code');
  await expect(page.getByLabel('Town')).toHaveValue('Knysna');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your details are saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeFocused();
  expect(await admin.readUser(User_Id)).toMatchObject({ User_Town: 'Knysna', User_Code: '6570' });
});

test('a new password signs out every other browser and keeps this one', async ({ page, browser }) => {
  const { User_Email } = await takeClient();
  const other = await openInTwoBrowsers(browser, page, User_Email);
  await page.getByRole('link', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('not this one at all');
  await dialog.getByLabel('New password').fill('Baobab-under-the-moon-9');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('New password')).toHaveValue('Baobab-under-the-moon-9');

  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden();
  await other.goto('/client?section=profile');
  await expect(other).toHaveURL(/\/auth/);
  expect(await trySignIn(User_Email, 'Baobab-under-the-moon-9')).toBe(200);
  await other.context().close();
});

test('an address changes by the link in the mail to it, and the pending change is shown until then', async ({
  page,
}) => {
  const { User_Id, User_Email } = await takeClient();
  const admin = await asAdmin();
  const address = `moved-${crypto.randomUUID()}@example.co.za`;
  await startSession(page, User_Email);
  await page.goto('/client?section=profile&open=own.email');
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email address').fill(address);
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole('region', { name: 'Email address', exact: true });
  await expect(card).toContainText(`We sent a link to ${address}`);
  expect(await admin.readUser(User_Id)).toMatchObject({ User_Email, pendingEmail: address });

  await page.goto(await waitForLink(address, /address/i, '/verify-email'));
  await page.getByRole('main').getByRole('button').first().click();
  await expect.poll(async () => (await admin.readUser(User_Id)).User_Email).toBe(address);
});

test('a client ends the session of another browser', async ({ page, browser }) => {
  const { User_Email } = await takeClient();
  const other = await openInTwoBrowsers(browser, page, User_Email);
  await page.getByRole('button', { name: /^End (?!all)/ }).click();
  await expect(page.getByRole('button', { name: /^End (?!all)/ })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();

  await other.goto('/client');
  await expect(other).toHaveURL(/\/auth/);
  await other.context().close();
});

test('an administrator sends a link, lifts the block of the bounce that follows, and sends an invoice again', async ({
  page,
}) => {
  const { User_Id, User_Email } = await takeClient();
  await (await asAdmin()).createInvoice(User_Id);
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${User_Id}`);
  const record = page.getByRole('dialog');
  await record.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Send a reset link' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Reset link sent', { exact: true })).toBeVisible();
  const mail = await waitForMail(User_Email, /password/i);

  await record.getByRole('tab', { name: 'Timeline' }).click();
  await expect(record.getByText('Sent a reset link')).toBeVisible();
  await fetch(`${process.env.MAILBOX_URL}/messages/${mail.id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'bounce' }),
  });
  await record.getByRole('tab', { name: 'Mails' }).click();
  await expect(async () => {
    await record.getByRole('button', { name: 'Refresh' }).click();
    await expect(record.getByText('Bounced', { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();

  await page.reload();
  await record.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Mail goes to this address again', { exact: true })).toBeVisible();
  await expect(record.getByText(/^No mail goes to/)).toBeHidden();

  const sendAgain = record.getByRole('button', { name: /^Send again: / });
  await expect(async () => {
    await record.getByRole('button', { name: 'Refresh' }).click();
    await expect(sendAgain).toBeVisible({ timeout: 1000 });
  }).toPass();
  await sendAgain.click();
  await expect(page.getByText('The invoice is on its way again', { exact: true })).toBeVisible();
  await expect(record.getByRole('row').filter({ hasText: 'Invoice' })).toHaveCount(2);
});
