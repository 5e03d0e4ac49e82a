import { expectNoViolations } from '#test/e2e/axe.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';
import { addAuthenticator } from './authenticator.ts';

test('an administrator who needs a second factor is led to it, saves the codes, and goes on where they were', async ({
  page,
}) => {
  const { User_Id, User_Email } = await takeClient();
  const admin = await asAdmin();
  await admin.editUser(User_Id, { user_role: 'admin' });
  await addAuthenticator(page);
  await startSession(page, User_Email);
  // The portal of the tests only offers a factor; on AWS it refuses like this until there is one.
  await page.route('**/api/admin/**', (route) =>
    route.fulfill({ status: 403, json: { message: 'First a factor.', code: 'factor_set_up_required' } }),
  );
  await page.goto('/admin?section=users');
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await page.reload();
  const make = page.getByRole('button', { name: 'Make a passkey' });
  await expect(make).toBeVisible();
  await expectNoViolations(page, 'main');

  await page.unroute('**/api/admin/**');
  await make.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  await expect(page.getByText('only another administrator can let you in')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^recovery-codes-OW\d+\.txt$/);
  await page.getByRole('button', { name: 'I saved them, go on' }).click();
  await page.waitForURL(/\/admin\?section=users/);
  await expect(page.getByText('Clients and administrators of the portal.')).toBeVisible();
});

test('an administrator removes the lost factors of somebody else with a reason, and never their own', async ({
  page,
}) => {
  const { User_Id, User_Email } = await takeClient();
  await addAuthenticator(page);
  await startSession(page, User_Email);
  await page.goto('/client?section=profile&tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.context().clearCookies();

  const admin = await asAdmin();
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?section=users&client=${User_Id}`);
  await page.getByRole('link', { name: 'Remove factors…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Remove the second factors/ });
  await dialog.getByRole('button', { name: 'Remove factors' }).click();
  await expect(dialog.getByText('Say why the factors are removed')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Phone stolen, called back');
  await dialog.getByRole('button', { name: 'Remove factors' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await admin.readUser(User_Id)).factors).toEqual({ passkeys: 0, totp: false, codesLeft: 0 });

  await page.goto('/admin?section=users&open=user.factors:1');
  await expect(page.getByText('These are your own factors')).toBeVisible();
});
