import type { Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { registerClient } from '#test/e2e/people.ts';
import { expect, startSession, test } from '#test/e2e/portal.ts';
import { addAuthenticator } from './authenticator.ts';

const OWN_SECURITY = '/client?section=profile&tab=security';

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

/** Opens the account of a new client whose device has a passkey for it, and keeps the device from answering by itself. */
const addPasskey = async (page: Page) => {
  const { User_Email } = await registerClient();
  const device = await addAuthenticator(page);
  await startSession(page, User_Email);
  await page.goto(OWN_SECURITY);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const codes = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await device.answerByItself(false);

  return device;
};

/** Opens the sign-in page without a session, in a browser that fills nothing in: the device would answer that by itself. */
const openSignIn = async (page: Page, device: Awaited<ReturnType<typeof addPasskey>>) => {
  await page.context().clearCookies();
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
  await page.goto('/auth');
  await expect(button(page)).toBeVisible();
  await device.answerByItself(true);
};

test('a client adds a passkey, and signs in with it by the button, which the list of sessions says', async ({
  page,
}) => {
  const device = await addPasskey(page);
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  expect(await device.readCredentials()).toMatchObject([{ rpId: 'localhost' }]);
  await expectNoViolations(page, 'main');

  await openSignIn(page, device);
  await button(page).click();
  await page.waitForURL(/\/client/);
  await page.goto(OWN_SECURITY);
  await expect(page.getByText(/, with a passkey$/)).toBeVisible();
});

test('the browser fills a passkey in without a press of the button', async ({ page }) => {
  const device = await addPasskey(page);
  await device.answerByItself(true);
  await page.context().clearCookies();
  await page.goto('/auth');

  await page.waitForURL(/\/client/);
});

test('a deleted passkey is refused, and the browser hears that nobody knows it', async ({ page }) => {
  await page.addInitScript(`
    window.signalled = [];
    PublicKeyCredential.signalUnknownCredential = async (told) => { window.signalled.push(told); };
    PublicKeyCredential.signalAllAcceptedCredentials = async ({ allAcceptedCredentialIds }) => {
      sessionStorage.setItem('accepted', JSON.stringify(allAcceptedCredentialIds));
    };
  `);
  const device = await addPasskey(page);
  const readAccepted = () => page.evaluate<string[]>("JSON.parse(sessionStorage.getItem('accepted'))");
  expect(await readAccepted()).toHaveLength(1);
  await page.getByRole('button', { name: /^Delete the passkey/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0);
  await expect.poll(readAccepted).toEqual([]);

  await openSignIn(page, device);
  await button(page).click();
  await expect(page.getByText('This passkey was not accepted')).toBeVisible();
  expect(page.url()).toContain('/auth');
  expect(await page.evaluate('window.signalled[0]')).toMatchObject({ rpId: 'localhost' });
});

test('a device that verifies nobody signs nobody in, and the password still does', async ({ page }) => {
  const device = await addPasskey(page);
  await device.setUserVerified(false);
  await openSignIn(page, device);
  await button(page).click();

  await expect(page.getByText(/was not confirmed|could not use a passkey/)).toBeVisible();
  await expect(button(page)).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
});

test('a browser without passkeys shows no button, and the page asks for no file of them', async ({
  page,
}) => {
  await page.addInitScript('delete window.PublicKeyCredential');
  await page.goto('/auth', { waitUntil: 'networkidle' });

  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await expect(button(page)).toHaveCount(0);
});
