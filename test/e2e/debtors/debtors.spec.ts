import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test('an admin finds, sorts and selects debtors, walks through their records by J and K, and comes back to the same list', async ({
  page,
}) => {
  const admin = await asAdmin();
  const company = `Walk ${crypto.randomUUID().slice(0, 8)}`;
  for (const amount of [10, 30, 20]) {
    const { User_Id } = await takeClient();
    await admin.editUser(User_Id, { User_Org: `${company} ${amount}` });
    await admin.createInvoice(User_Id, amount);
  }
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=debtors');
  await page.getByLabel('Search debtors').fill(company);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(page.getByText(`3 debtors, with “${company}”, most overdue first`)).toBeVisible();
  await expect(page.getByLabel('What the clients of this list owe, by age')).toContainText('60,00');

  const owed = page.getByRole('columnheader', { name: 'Owed' });
  await owed.getByRole('link').click();
  await expect(owed).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.locator('[data-name]')).toHaveText([`${company} 30`, `${company} 20`, `${company} 10`]);
  await owed.getByRole('link').click();
  await expect(owed).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows.locator('[data-name]')).toHaveText([`${company} 10`, `${company} 20`, `${company} 30`]);
  await page.getByLabel('Smallest amount').fill('R 15,50');
  await expect(rows).toHaveCount(2);

  await page.getByLabel(`Select ${company} 30`).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText(/1 selected, R\s30,00/);
  await page.getByLabel('Select all of this page').check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText(/2 selected, R\s50,00/);

  const address = page.url();
  expect(address).toMatch(/min=15.5.*sort=due&direction=asc/);
  await page.getByRole('link', { name: `${company} 20`, exact: true }).click();
  const record = page.getByRole('dialog');
  await expect(record.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/ · Clients$/);
  const first = await page.title();
  await page.keyboard.press('j');
  await expect(record.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(page).not.toHaveTitle(first);
  await page.keyboard.press('k');
  await expect(page).toHaveTitle(first);

  await page.goBack();
  await expect(record).toBeHidden();
  expect(page.url()).toBe(address);
  await expect(page.getByLabel('Search debtors')).toHaveValue(company);
  await expect(rows).toHaveCount(2);
});

test('a row of the debtors leads to its payment and its statement, under which Debtors is the current page', async ({
  page,
}) => {
  const { User_Id, OWNumber } = await takeClient();
  await (await asAdmin()).createInvoice(User_Id, 40);
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?section=debtors&search=${OWNumber}`);
  const row = page.locator('tbody tr');
  await row.getByRole('link', { name: 'Record payment from' }).click();
  await expect(page.locator('[name=amount]')).toBeFocused();
  await page.goBack();

  await row.getByRole('link', { name: 'Statement of' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  await expect(page.getByRole('navigation').locator('[aria-current="page"]')).toHaveText('Debtors');
});

test('a record opens what a client owes, with the statement behind it', async ({ page }) => {
  const { User_Id } = await takeClient();
  const { invoiceNumber } = await (await asAdmin()).createInvoice(User_Id, 75);
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${User_Id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Owed' }).click();
  const owed = page.getByRole('dialog', { name: /^Owed by .+, OW\d+$/ });
  await expect(owed.getByRole('listitem')).toHaveText(new RegExp(`${invoiceNumber}.*Due.*R\\s75,00`));
  await owed.getByRole('link', { name: 'Statement' }).click();
  await expect(page).toHaveURL(new RegExp(`section=statement&of=${User_Id}`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
