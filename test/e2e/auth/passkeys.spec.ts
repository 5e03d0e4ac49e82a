import { registerClient } from '#test/e2e/people.ts';
import { expect, fillSignIn, startSession, test } from '#test/e2e/portal.ts';
import { addAuthenticator } from './authenticator.ts';

const OWN_SECURITY = '/client?section=profile&tab=security';

test('a client adds a passkey, saves the codes, and signs in with it by autofill and by the button', async ({
  page,
}) => {
  const { User_Email } = await registerClient();
  const device = await addAuthenticator(page);
  await startSession(page, User_Email);
  await page.goto(OWN_SECURITY);
  await page.getByRole('button', { name: 'Add a passkey' }).click();

  const codes = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  expect(await device.readCredentials()).toMatchObject([{ rpId: 'localhost' }]);

  await page.context().clearCookies();
  await page.goto('/auth');
  await page.waitForURL(/\/client/);

  await device.answerByItself(false);
  await page.context().clearCookies();
  await page.goto('/auth');
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(button).toBeVisible();
  await device.answerByItself(true);
  await button.click();
  await page.waitForURL(/\/client/);
  await page.goto(OWN_SECURITY);
  await expect(page.getByText(/, with a passkey$/).first()).toBeVisible();
});
