import type { Page } from '@playwright/test';
import type { BankFiles } from '#shared/contract/bank/bank-files.ts';
import { dayAfter } from '#shared/dates.ts';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { asAdmin, makeSessionsOlder, takeClient } from '#test/e2e/people.ts';
import { expect, PASSWORD, startSession, test, waitUntilTakenOver } from '#test/e2e/portal.ts';
import { writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { addAuthenticator } from './authenticator.ts';

/** Proof counts for ten minutes, and an administrator's session ends after two hours without use. */
const [TOO_LATE, TOO_LONG] = [{ proved: 11 }, { used: 121 }];

/** Adds a passkey as the page of one's own account does. */
const ADD_PASSKEY = `(async () => {
  const post = async (path, body) => {
    const answer = await fetch(path, {
      method: 'POST',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(path + ' answered ' + answer.status);
    return answer.json();
  };
  const options = await post('/api/user/passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { id, rawId, type, response } = (await navigator.credentials.create({ publicKey })).toJSON();
  const { clientDataJSON, attestationObject, transports } = response;
  const attestation = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  await post('/api/user/passkeys', { attestation });
})()`;

/** Signs an administrator in who has a passkey, because without a factor nobody is asked for proof on a laptop. */
const enterAsAdmin = async (page: Page) => {
  const { User_Id, User_Email } = await takeClient();
  const admin = await asAdmin();
  await admin.editUser(User_Id, { user_role: 'admin' });
  const device = await addAuthenticator(page);
  await startSession(page, User_Email);
  await page.goto('/privacy');
  await page.evaluate(ADD_PASSKEY);

  return { userId: User_Id, device };
};

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const passwordField = (page: Page) => question(page).getByLabel('Password', { exact: true });
/** Also behind the question, which hides the page. */
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export as CSV', includeHidden: true });

const openUsers = async (page: Page) => {
  await page.goto('/admin?section=users');
  await waitUntilTakenOver(page);
};

/** Counts the requests of a page from now on. */
const countRequests = (page: Page, path: string): (() => number) => {
  let count = 0;
  page.on('request', (request) => {
    count += new URL(request.url()).pathname === path ? 1 : 0;
  });

  return () => count;
};

test('an export at minute 11 asks who it is, with the keyboard alone, and then downloads without a second press', async ({
  page,
}) => {
  const { userId } = await enterAsAdmin(page);
  await openUsers(page);
  await makeSessionsOlder(userId, TOO_LATE);
  const asked = countRequests(page, '/api/admin/users/export');
  const downloaded = page.waitForEvent('download');
  await exportButton(page).press('Enter');

  await expect(question(page)).toHaveAccessibleDescription(
    'You are about to export all clients of the list.',
  );
  await expect(passwordField(page)).toBeFocused();
  await expect(exportButton(page)).toHaveAttribute('aria-busy', 'true');
  await expectNoViolations(page, '[role=dialog]');
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(question(page).locator(':focus')).toHaveCount(1);
  }

  await passwordField(page).fill('Not-the-password-1!');
  await passwordField(page).press('Enter');
  await expect(passwordField(page)).toHaveAccessibleDescription('This is not your password.');
  await expect(passwordField(page)).toBeFocused();
  expect(asked()).toBe(1);

  await passwordField(page).fill(PASSWORD);
  await passwordField(page).press('Enter');
  expect((await downloaded).suggestedFilename()).toMatch(/^users-.*\.csv$/);
  await expect(question(page)).toBeHidden();
  await expect(exportButton(page)).toBeFocused();
  expect(asked()).toBe(2);

  const again = page.waitForEvent('download');
  await exportButton(page).press('Enter');
  await again;
  expect(asked()).toBe(3);
});

test('an export whose question does not load says that the portal cannot be reached, and its button can be pressed again', async ({
  page,
}) => {
  const { userId } = await enterAsAdmin(page);
  await openUsers(page);
  await makeSessionsOlder(userId, TOO_LATE);
  await page.route('**/proof-place*.js', (route) => route.abort());
  await exportButton(page).click();
  await expect(page.getByText('The portal cannot be reached.', { exact: false }).first()).toBeVisible();
  await expect(exportButton(page)).toBeEnabled();
});

test('a passkey proves who it is in place of the password; one that is not confirmed leaves the question open', async ({
  page,
}) => {
  const { userId, device } = await enterAsAdmin(page);
  await openUsers(page);
  await makeSessionsOlder(userId, TOO_LATE);
  const downloaded = page.waitForEvent('download');
  await exportButton(page).click();
  const usePasskey = question(page).getByRole('button', { name: 'Use a passkey' });
  await device.setUserVerified(false);
  await usePasskey.click();
  await expect(question(page).getByText('The passkey was not confirmed.')).toBeVisible();

  await device.setUserVerified(true);
  await usePasskey.click();
  await downloaded;
  await expect(question(page)).toBeHidden();
});

test('whoever makes an administrator keeps what was typed when they cancel the question, and saves it once they answer', async ({
  page,
}) => {
  const { userId } = await enterAsAdmin(page);
  const { User_Id } = await takeClient();
  await page.goto(`/admin?section=users&open=user.edit:${User_Id}`);
  const form = page.getByRole('dialog', { name: /^Edit / });
  const surname = form.getByRole('textbox', { name: 'Surname', exact: true });
  const save = form.getByRole('button', { name: 'Save changes' });
  await surname.fill('Vermeulen-Botha');
  await form.getByLabel('Role').selectOption('Admin');
  await makeSessionsOlder(userId, TOO_LATE);

  await save.click();
  await expect(passwordField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(surname).toHaveValue('Vermeulen-Botha');
  await expect(form.getByLabel('Role').locator(':checked')).toHaveText('Admin');
  await expect(form.getByRole('alert')).toBeHidden();
  await expect(save).toBeFocused();
  await expect(page.getByText('Nothing was changed.', { exact: true })).toBeVisible();

  await save.press('Enter');
  await passwordField(page).fill(PASSWORD);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.locator('[role=dialog]')).toHaveCount(0);
  const admin = await asAdmin();
  expect(await admin.readUser(User_Id)).toMatchObject({
    user_role: 'admin',
    User_Surname: 'Vermeulen-Botha',
  });
});

test('a page that repeats a read all night stops after 30 minutes, and its session has ended after two hours', async ({
  page,
}) => {
  const { userId } = await enterAsAdmin(page);
  const { accounts }: BankFiles = await (await page.request.get('/api/admin/bank-files')).json();
  const { number = '' } = accounts.find(({ bank }) => bank === 'FNB') ?? {};
  const admin = await asAdmin();
  const text = writeFnbFile(number, [{ date: dayAfter(new Date(), 0), cents: -1300 }]);
  const { id } = await (await admin.readBankFile(text)).json();
  const path = `/api/admin/bank-files/${id}`;
  // As if its job took the whole night.
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await (response.ok()
      ? route.fulfill({ response, json: { ...(await response.json()), state: 'booking' } })
      : route.fulfill({ response }));
  });
  const reads = countRequests(page, path);
  await page.clock.install();
  await page.goto(`/admin?section=bank&file=${id}`);
  await expect.poll(reads).toBeGreaterThan(2);

  await page.clock.fastForward('31:00');
  // The read that was due then is the last one.
  const answered = page.waitForResponse(`**${path}`);
  await page.clock.fastForward('00:02');
  await answered;
  const stopped = reads();
  await page.clock.fastForward('08:00:00');
  expect(reads()).toBe(stopped);

  await makeSessionsOlder(userId, TOO_LONG);
  await page.keyboard.press('Shift');
  await page.waitForURL(/\/auth\?/);
  await expect(page.getByText('Your session has ended', { exact: false }).first()).toBeVisible();
});
