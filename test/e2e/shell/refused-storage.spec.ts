import { waitForLink } from '#test/e2e/mailbox.ts';
import { registerClient, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, fillSignIn, PASSWORD, test, waitUntilTakenOver } from '#test/e2e/portal.ts';

/** Ways in which browsers have no storage; Firefox refuses the channel between tabs together with it. */
const FAULTS = {
  refused: `
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException('Insecure', 'SecurityError'); } });
    }
    window.BroadcastChannel = class { constructor() { throw new DOMException('Insecure', 'SecurityError'); } };
  `,
  null: `
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { value: null });
    }
    delete window.BroadcastChannel;
  `,
  full: `
    Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError'); };
  `,
};

for (const [fault, script] of Object.entries(FAULTS)) {
  test(`a browser whose storage is ${fault} shows every page, signs in, and opens the links of our mails`, async ({
    page,
  }) => {
    await page.addInitScript(script);
    const heading = (name: string | RegExp) =>
      expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    await page.goto('/privacy');
    await heading(/privacy/i);
    const { User_Email: email } = await registerClient();
    await page.goto('/auth');
    await waitUntilTakenOver(page);
    await page.getByTitle('Dark').click();
    await expect(page.locator('html')).toHaveClass(/dark/);
    await fillSignIn(page, email);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await heading('Welcome, Naledi!');
    await expect(page.locator('html')).toHaveClass(/dark/);
    for (const [section, name] of [
      ['services', 'Active Services'],
      ['invoices', 'Invoices'],
      ['support', 'Support'],
      ['profile', 'Profile'],
    ] as const) {
      await page.goto(`/client?section=${section}`);
      await heading(new RegExp(name));
    }

    await page.goto(await waitForLink(email, /verify/i, '/verify-email'));
    await page.getByRole('button', { name: 'Verify address' }).click();
    await expect(page.getByText('Address verified', { exact: true })).toBeVisible();

    const { User_Email: forgetful } = await takeClient();
    await page.context().clearCookies();
    await page.goto('/forgot-password');
    await page.getByLabel('Email Address').fill(forgetful);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.goto(await waitForLink(forgetful, /password/i, '/reset-password'));
    await page.getByLabel('New password', { exact: true }).fill('a quiet river in Paarl');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(page.getByText('Your password is set')).toBeVisible();

    await fillSignIn(page, ADMIN_EMAIL);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await heading('Dashboard');
    for (const [section, name] of [
      ['users', 'User Management'],
      ['jobs', 'Background Jobs'],
      ['debtors', 'Debtors'],
      ['account', 'My account'],
    ] as const) {
      await page.goto(`/admin?section=${section}`);
      await heading(new RegExp(name));
    }
  });
}
