import { expectNoViolations } from '#test/e2e/axe.ts';
import { waitForLink } from '#test/e2e/mailbox.ts';
import { asAdmin, registerClient, takeClient, trySignIn } from '#test/e2e/people.ts';
import { expect, fillSignIn, PASSWORD, startSession, test } from '#test/e2e/portal.ts';

const NEW_PASSWORD = 'a quiet river in Paarl';

/** Everything in which the browser keeps texts by itself. */
const KEPT = 'JSON.stringify([location.href, history.state, { ...sessionStorage }, { ...localStorage }])';

test('whoever forgot their password chooses a new one by the link in the mail, and signs in with it', async ({
  page,
}) => {
  const { User_Email: email } = await takeClient();
  await page.goto('/auth');
  await page.getByLabel('Email Address').fill(email);
  const forgot = page.getByRole('link', { name: 'Forgot password?' });
  await expect(forgot).toHaveAttribute('href', '/forgot-password');
  await forgot.click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Look into your mailbox' })).toBeFocused();
  await expect(page.getByText('If an account has this address, a mail is on its way.')).toBeVisible();

  const link = await waitForLink(email, /password/i, '/reset-password');
  const [, token = ''] = link.split('#');
  await page.goto(link);
  const newPassword = page.getByLabel('New password', { exact: true });
  await expect(newPassword).toBeFocused();
  expect(await page.evaluate(KEPT)).not.toContain(token);

  await newPassword.fill('password1');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(newPassword).toHaveAccessibleDescription(/too easy to guess/);
  await newPassword.fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Your password is set')).toBeVisible();
  expect(await trySignIn(email, PASSWORD)).toBe(401);

  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/client');
  expect(await page.evaluate(KEPT)).not.toContain(token);

  await page.goto(link);
  await expect(page.getByText('This link was used or has expired. Please ask for a new one.')).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email Address')).toBeFocused();
});

test('a new client who is signed out verifies their address by the mail, after signing in on the way', async ({
  page,
}) => {
  const { User_Email: email } = await registerClient();
  await page.goto(await waitForLink(email, /verify/i, '/verify-email'));
  const verify = page.getByRole('button', { name: 'Verify address' });
  await verify.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in first' })).toBeFocused();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page).toHaveURL(/\/verify-email$/);
  await verify.click();
  await page.waitForURL('**/client');
  await expect(page.getByText('Address verified', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your email address' })).toBeHidden();
});

test('the note about an address that is not verified sends the mail again, takes one line of a phone, and once hidden leaves a mark at Profile', async ({
  page,
}) => {
  const { User_Email: email } = await registerClient();
  await startSession(page, email);
  await page.goto('/client?section=services');
  const note = page.getByRole('region', { name: 'Your email address' });
  await expect(note).toContainText(email);
  await note.getByRole('button', { name: 'Send again' }).click();
  await expect(note.getByText('It is on its way.')).toBeFocused();
  await expect(note.getByRole('link', { name: 'Wrong address? Change it' })).toHaveAttribute(
    'href',
    '/client?section=profile&open=own.email',
  );

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(note.getByRole('button', { name: 'Send again' })).toBeVisible();
  expect((await note.boundingBox())?.height).toBe(44);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await expectNoViolations(page);

  await note.getByRole('button', { name: 'Hide until you sign in again' }).click();
  await expect(note).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Active Services');
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('link', { name: 'Profile (Verify your email address)' })).toBeVisible();
  await expectNoViolations(page);
});

test('the first of the first steps sends the mail again, in the place of the note', async ({ page }) => {
  const { User_Email: email } = await registerClient();
  await startSession(page, email);
  await page.goto('/client');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText(email);
  await expect(page.getByRole('region', { name: 'Your email address' })).toBeHidden();

  await steps.getByRole('button', { name: 'Send again' }).click();
  await expect(steps.getByText('It is on its way.')).toBeFocused();
  await expectNoViolations(page);
});

test('whoever got a password from an administrator replaces it before anything else, and goes on where they were', async ({
  page,
}) => {
  const { User_Id, User_Email: email } = await takeClient();
  expect((await (await asAdmin()).setPassword(User_Id, 'handed over by phone')).ok()).toBe(true);
  await page.goto('/client?section=invoices');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('handed over by phone');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
  await page.goto('/client');
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
  await page.goBack();
  const current = page.getByLabel('Current password');
  await current.fill('not that one');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(current).toHaveAccessibleDescription('This is not your password.');
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(NEW_PASSWORD);

  await current.fill('handed over by phone');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
});

test('a page of a link without its token says how to go on, with no violation in either theme at 360 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/forgot-password', '/reset-password', '/verify-email', '/not-me']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolations(page);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), path).toBe(0);
  }
});
