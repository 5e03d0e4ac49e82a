import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { asAdmin, chooseAct, takeClient, trySignIn } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, signIn, startSession, test } from '#test/e2e/portal.ts';
import { clientName } from '#web/lib/words/full-name.ts';

test.beforeEach(async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);
});

test('the address holds the state of the list of users: a reload restores it and Back undoes a step', async ({
  page,
}) => {
  await page.goto('/admin?section=users&status=active&limit=60&page=2');
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active');
  await expect(page.getByLabel('Users per page')).toHaveValue('60');
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText(/^61–120 of/)).toBeVisible();

  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect(page).toHaveURL(/page=3/);
  await page.reload();
  await expect(page.getByText(/^121–180 of/)).toBeVisible();

  await page.goBack();
  await expect(page.getByText(/^61–120 of/)).toBeVisible();
});

test('a search, a filter and a page size each lead back to page 1 of the users', async ({ page }) => {
  for (const change of [
    () => page.getByLabel('Search users').fill('an'),
    () => page.getByLabel('Role', { exact: true }).selectOption({ label: 'Client' }),
    () => page.getByLabel('Status', { exact: true }).selectOption({ label: 'Active' }),
    () => page.getByLabel('Users per page').selectOption('60'),
  ]) {
    await page.goto('/admin?section=users&page=2');
    await expect(page.getByText(/^31–60 of/)).toBeVisible();
    await change();
    await expect(page).not.toHaveURL(/page=/);
    await expect(page.getByText(/^1–\d+ of/)).toBeVisible();
  }
});

test('the last page of the users is one press away, next to at most five other pages', async ({ page }) => {
  await page.goto('/admin?section=users');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: /^Page \d/ })).toHaveCount(5);

  await pages.getByRole('link', { name: /^Last page/ }).click();
  await expect(pages.getByRole('link', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
});

test('admins who edit themselves cannot choose their role or status, see a refusal at its field, and their new name at once', async ({
  page,
}) => {
  const { User_Id, User_Email, User_Name } = await takeClient();
  const admin = await asAdmin();
  await admin.editUser(User_Id, { user_role: 'admin' });
  await page.context().clearCookies();
  await signIn(page, User_Email);

  await page.goto(`/admin?section=users&open=user.edit:${User_Id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Surname', exact: true }).fill('Vermeulen-Botha');
  for (const [label, value] of [
    ['Role', 'Admin'],
    ['Status', 'Active'],
  ] as const) {
    await expect(dialog.getByLabel(label)).toHaveValue(value);
    await expect(dialog.getByLabel(label)).not.toBeEditable();
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(
      'Another administrator can change it.',
    );
  }
  await dialog.getByLabel('Day').fill('31');
  await dialog.getByLabel('Month').fill('2');
  await dialog.getByLabel('Year').fill('1990');
  await dialog.getByLabel('Mobile').fill('12');
  await expect(dialog.getByLabel('Mobile')).toHaveAccessibleDescription(/A South African number has \+27/);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('Day')).toHaveAccessibleDescription('There is no 31 February 1990');
  await dialog.getByLabel('Month').fill('3');
  await expect(dialog.getByLabel('Day')).toHaveAccessibleDescription('');

  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Account: ${User_Name} Vermeulen-Botha` })).toBeVisible();
});

test('admins are led to My account to change their own password and address', async ({ page }) => {
  const { User_Id, User_Email } = await takeClient();
  const admin = await asAdmin();
  await admin.editUser(User_Id, { user_role: 'admin' });
  await page.context().clearCookies();
  await signIn(page, User_Email);
  const dialog = page.getByRole('dialog');

  await page.goto(`/admin?section=users&open=user.edit:${User_Id}`);
  await expect(dialog.getByLabel('Email')).not.toBeEditable();
  await dialog.getByRole('link', { name: 'My account' }).click();
  await expect(dialog.getByLabel('New email address')).toBeFocused();

  await page.goto(`/admin?section=users&open=user.reset:${User_Id}:password`);
  await dialog.getByRole('link', { name: 'Open My account' }).click();
  await expect(dialog.getByLabel('Current password')).toBeFocused();
});

test('an admin sorts by what is owed, shows the overdue, opens a client by the row and comes back to the place', async ({
  page,
}) => {
  await page.goto('/admin?section=users');
  const joined = page.getByRole('columnheader', { name: 'Joined, newest first' });
  await expect(joined).toHaveAttribute('aria-sort', 'descending');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^View / }) });
  // The header of the skeleton is replaced with the rows, and a press in between would be lost.
  await expect(rows.first()).toBeVisible();
  await page.getByRole('columnheader', { name: 'Owed' }).getByRole('link').click();
  await expect(page).toHaveURL(/sort=owed/);
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Overdue' });
  await expect(page).toHaveURL(/only=overdue/);
  await expect(rows.first()).toContainText('overdue');
  await expect(page.getByRole('columnheader', { name: 'Owed' })).toHaveAttribute('aria-sort', 'descending');
  const shown = page.url();

  await rows.first().getByText(/^R\s/).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/client=\d+&only=overdue/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(page.url()).toBe(shown);

  const other = page.context().waitForEvent('page');
  await rows
    .first()
    .getByText(/^R\s/)
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(await other).toHaveURL(/client=\d+/);
  await (await other).close();
  expect(page.url()).toBe(shown);

  const button = rows.first().getByRole('button', { name: /^Actions for / });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Reset Password' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Reset Password' })).toBeVisible();
});

test('the counts over the list of users are links that filter it', async ({ page }) => {
  await page.goto('/admin?section=users&role=client&mail=blocked&page=2');
  await expect(page.getByLabel('Mail', { exact: true })).toHaveValue('blocked');
  await page.getByRole('link', { name: /^Admins/ }).click();
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('admin');
  await expect(page.getByLabel('Mail', { exact: true })).toHaveValue('');
  await page.getByRole('link', { name: /^Active/ }).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('active');
  await expect(page.getByLabel('Role', { exact: true })).toHaveValue('');
  await page.getByRole('link', { name: /^Total/ }).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('');
});

test('the number of users per page is kept after leaving the list', async ({ page }) => {
  await page.goto('/admin?section=users');
  await page.getByLabel('Users per page').selectOption('60');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'User Management' }).click();
  await expect(page.getByLabel('Users per page')).toHaveValue('60');
});

test('on a phone the first client is near the top, the order beside the search, and the filters behind a button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin?section=users');
  const first = page.getByRole('link', { name: /^View / }).first();
  await expect(first).toBeVisible();
  expect((await first.boundingBox())?.y).toBeLessThan(320);

  await expect(page.getByLabel('Role', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('Role', { exact: true })).toBeVisible();
  await page.getByLabel('Sort', { exact: true }).selectOption({ label: 'Most owed first' });
  await expect(page.getByText(/^Owes R/).first()).toBeVisible();
});

test('an edit of a user stores the changed fields and nothing more', async ({ page }) => {
  const before = await takeClient();
  const { User_Id, OWNumber } = before;
  const admin = await asAdmin();

  await page.goto(`/admin?section=users&search=${OWNumber}`);
  await chooseAct(page, clientName(before), 'Edit');
  await page.getByLabel('Town', { exact: true }).fill('Franschhoek');
  await page.getByLabel('Postal code').fill('76');
  await expect(page.getByText('A South African postal code has four digits')).toBeVisible();
  await page.getByLabel('Day').fill('7');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Status', { exact: true }).selectOption({ label: 'Inactive' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('User updated successfully', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();

  expect(await admin.readUser(User_Id)).toEqual({
    ...before,
    User_Town: 'Franschhoek',
    User_Code: '76',
    User_DOB_Day: 7,
    User_Status: 0,
    version: before.version + 1,
  });
  await expect(page.getByRole('row', { name: OWNumber })).toContainText('Inactive');
});

test("a user's field that the form or the server refuses shows the sentence next to it", async ({ page }) => {
  const { User_Id } = await takeClient();

  await page.goto(`/admin?section=users&open=user.edit:${User_Id}`);
  const dialog = page.getByRole('dialog');
  for (const label of ['Name', 'Surname', 'Mobile']) {
    await dialog.getByRole('textbox', { name: label, exact: true }).fill('');
  }
  await dialog.getByLabel('Email').fill('naledi@');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  for (const message of [
    'Name is required',
    'Surname is required',
    'Invalid email address',
    'Mobile number is required',
  ]) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();

  await page.reload();
  await dialog.getByLabel('Email').fill(ADMIN_EMAIL.toUpperCase());
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('This email address is already registered.')).toBeVisible();
});

/** Expects that no toast covers the target, on a wide and on a narrow screen. */
const expectFree = async (page: Page, target: Locator) => {
  const shown = page.locator('[data-tone="error"]');
  await expect(shown).toBeVisible();
  // The toast's clock stops while the window is not focused.
  await page.evaluate("dispatchEvent(new Event('blur'))");
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 720 });
    await shown.hover({ trial: true });
    const [toast, box] = [await shown.boundingBox(), await target.boundingBox()];
    if (!toast || !box) {
      throw new Error('The toast or what it must leave free is not on the screen');
    }
    const isBeside = toast.x + toast.width <= box.x || box.x + box.width <= toast.x;
    const isAboveOrBelow = toast.y + toast.height <= box.y || box.y + box.height <= toast.y;
    expect(isBeside || isAboveOrBelow, `${width} px`).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
};

test('the second of two edits of one user shows the difference and loses nothing', async ({ page }) => {
  const { User_Id } = await takeClient();
  const admin = await asAdmin();

  await page.goto(`/admin?section=users&open=user.edit:${User_Id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Town', { exact: true }).fill('Franschhoek');
  await dialog.getByLabel('Reference').fill('K-12');
  await admin.editUser(User_Id, { User_Town: 'Stellenbosch', User_Country: 'Lesotho' });

  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Compare their edit with yours' })).toBeFocused();
  await expectFree(page, dialog.getByRole('button', { name: 'Save changes' }));
  await expectFree(page, dialog.getByRole('button', { name: 'Close' }));
  await expect(dialog.getByLabel('Town', { exact: true })).toHaveValue('Franschhoek');
  await expect(dialog.getByLabel('Country')).toHaveValue('Lesotho');

  await dialog.getByRole('button', { name: 'Take theirs: Stellenbosch' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  expect(await admin.readUser(User_Id)).toMatchObject({
    User_Town: 'Stellenbosch',
    User_Country: 'Lesotho',
    User_Ref: 'K-12',
  });
});

test('Escape and Back ask before the changes to a user are lost', async ({ page }) => {
  const client = await takeClient();
  await page.goto(`/admin?section=users&search=${client.OWNumber}`);
  await chooseAct(page, clientName(client), 'Edit');
  const town = page.getByLabel('Town', { exact: true });
  await town.fill('Knysna');

  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(town).toHaveValue('Knysna');
    await expect(page).toHaveURL(/open=user.edit/);
  }

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).not.toHaveURL(/open=user.edit/);
});

test('a generated password is shown once and signs in', async ({ page }) => {
  const { User_Id, User_Email } = await takeClient();
  await page.goto(`/admin?section=users&open=user.reset:${User_Id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Set a password', { exact: true }).click();
  await dialog.getByLabel('New password').fill('   ');
  await expect(dialog.getByRole('button', { name: 'Reset Password' })).toBeDisabled();

  await dialog.getByRole('button', { name: 'Generate a password' }).click();
  await expect(dialog.getByLabel('New password')).toHaveAttribute('type', 'text');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successfully', { exact: true })).toBeVisible();
  const password = await dialog.getByRole('code').textContent();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  expect(await trySignIn(User_Email, password ?? '')).toBe(200);
});

test('a user is deleted only after their OW number is typed', async ({ page }) => {
  const client = await takeClient();
  const { User_Id, OWNumber } = client;
  const admin = await asAdmin();
  const dialog = page.getByRole('alertdialog');
  // The frame is open before the user's fields arrive, and the menu has given its button the focus by then.
  await page.route(`**/api/users/${User_Id}`, async (route) => {
    await dialog.getByRole('heading').waitFor();
    await route.continue();
  });
  await page.goto(`/admin?section=users&search=${OWNumber}`);
  await chooseAct(page, clientName(client), 'Delete');
  const confirmation = dialog.getByLabel(`Type ${OWNumber} to confirm`);
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(dialog.getByText('all its data are deleted for good')).toBeInViewport({ ratio: 1 });

  await confirmation.fill('OW1');
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(confirmation).toHaveAccessibleDescription(`This is not ${OWNumber}. Nothing was deleted.`);
  expect(await admin.findsUser(User_Id)).toBe(true);

  await confirmation.fill(OWNumber.toLowerCase());
  await dialog.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText('User deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByText('No users found')).toBeVisible();
  expect(await admin.findsUser(User_Id)).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an admin cannot delete their own account, and the dialog says who can', async ({ page }) => {
  await page.goto(`/admin?section=users&search=${ADMIN_EMAIL}`);
  await chooseAct(page, '', 'Delete');
  const dialog = page.getByRole('alertdialog');
  const label = await dialog.getByText(/^Type OW\d+ to confirm/).textContent();
  await dialog.getByRole('textbox').fill(/OW\d+/.exec(label ?? '')?.[0] ?? '');
  await dialog.getByRole('button', { name: 'Delete user' }).click();

  await expect(page.locator('[data-tone="error"]')).toContainText(/own account|last active/);
  await expect(dialog.getByText('Only another administrator can delete this account.')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/admin/);
});

test('the export holds the users that match the filters', async ({ page }) => {
  const { OWNumber, User_Email } = await takeClient();
  await page.goto(`/admin?section=users&search=${OWNumber}`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const rows = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(User_Email);
});

test('the form of CSV that was chosen once is the next one on every screen, also after a reload', async ({
  page,
}) => {
  const readNext = async (press: () => Promise<void>) => {
    const download = page.waitForEvent('download');
    await press();

    return readFile(await (await download).path(), 'utf8');
  };
  await page.goto('/admin?section=users');
  const menu = page.getByRole('menu', { name: 'Form of the file' });
  const chooser = page.getByRole('button', { name: 'Choose the form of the file' });

  expect(
    await readNext(() => page.getByRole('button', { name: 'Export as CSV for Excel' }).click()),
  ).toContain('OW number;Name;');
  // By keyboard alone.
  await chooser.press('Enter');
  await expect(menu.getByRole('menuitem')).toHaveText(['CSV for Excel', 'CSV for programs']);
  await expect(menu.getByRole('menuitem', { name: 'CSV for Excel' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'CSV for programs' })).toBeFocused();
  expect(await readNext(() => page.keyboard.press('Enter'))).toContain('OW number,Name,');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export as CSV for programs' })).toBeVisible();

  await page.goto('/admin?section=debtors');
  expect(await readNext(() => page.getByRole('button', { name: 'CSV for programs' }).click())).toContain(
    'Company,Name,',
  );
  await chooser.click();
  expect(await readNext(() => menu.getByRole('menuitem', { name: 'CSV for Excel' }).click())).toContain(
    'Company;Name;',
  );
  await page.goto('/admin?section=bookkeeping');
  await expect(page.getByRole('button', { name: 'Entries as CSV for Excel' })).toBeVisible();
});
