import type { Page } from '@playwright/test';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

/** The forms that an address opens in or over a record: the link that opens them, their address, and a field. */
const FORMS = [
  { form: 'invoice', link: 'New invoice', at: /open=invoice\.new/, field: 'Description 1' },
  { form: 'service', link: 'Add Service', at: /new=service/, field: 'Account type' },
] as const;

const TYPED = 'Camera at the gate';

const record = (page: Page) => page.getByRole('dialog').first();
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });
const keepEditing = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();
const readLength = (page: Page) => page.evaluate<number>('history.length');

/** Goes back or forward as the browser's button does; Playwright waits for an answer that a question holds. */
const go = (page: Page, steps: number) => page.evaluate<void>(`history.go(${steps})`);

test.describe('work that is typed into a form of the address', () => {
  test.beforeEach(({ page }) => startSession(page, ADMIN_EMAIL));

  test('what is typed of a new service stays through Back, Forward and its tab', async ({ page }) => {
    const { User_Id } = await takeClient();
    await page.goto(`/admin?client=${User_Id}&tab=services`);
    await record(page).getByRole('link', { name: 'Add Service' }).click();
    const typed = record(page).getByLabel('Account type');
    await typed.fill(TYPED);
    await expect(page).toHaveURL(/new=service/);

    await go(page, -1);
    await expect(page).not.toHaveURL(/new=/);
    await expect(typed).toHaveValue(TYPED);
    await go(page, 1);
    await expect(page).toHaveURL(/new=service/);
    await expect(typed).toHaveValue(TYPED);

    const tab = record(page).getByRole('tab', { name: 'Active Services' });
    await tab.click();
    await expect(page).not.toHaveURL(/new=/);
    await expect(typed).toHaveValue(TYPED);
    await tab.press('Enter');
    await expect(typed).toHaveValue(TYPED);
    await expect(question(page)).toBeHidden();
  });

  for (const { form, link, at, field } of FORMS) {
    test(`Back out of a typed new ${form} asks, and keeping it leaves the history as it was`, async ({
      page,
    }) => {
      const { User_Id } = await takeClient();
      await page.goto('/admin?section=users');
      await page.getByRole('link', { name: 'Debtors' }).first().click();
      await page.goto(`/admin?client=${User_Id}`);
      await record(page).getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(at);
      const address = page.url();
      await page.getByLabel(field).fill(TYPED);
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
      const entries = await readLength(page);

      await go(page, -1);
      await expect(question(page)).toBeVisible();
      await keepEditing(page);
      await expect(page).toHaveURL(address);

      await go(page, -1);
      await expect(question(page)).toBeVisible();
      await go(page, 1);
      await expect(question(page)).toBeHidden();
      await expect(page).toHaveURL(address);
      await go(page, -1);
      await keepEditing(page);
      await expect(page).toHaveURL(address);

      await expect(page.getByLabel(field)).toHaveValue(TYPED);
      expect(await readLength(page)).toBe(entries);
      expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);

      await go(page, -1);
      await question(page).getByRole('button', { name: 'Discard changes' }).click();
      await expect(page).toHaveURL(`/admin?client=${User_Id}`);
      await go(page, 1);
      await expect(page).toHaveURL(address);
      await expect(page.getByLabel(field)).toHaveValue('');
    });
  }

  test('Back twice before the answer asks once, and the invoice is saved after it was kept', async ({
    page,
  }) => {
    const { User_Id, OWNumber } = await takeClient();
    await page.goto(`/admin?section=users&search=${OWNumber}`);
    await page
      .getByRole('link', { name: /^View / })
      .first()
      .click();
    await record(page).getByRole('tab', { name: 'Timeline' }).click();
    await record(page).getByRole('link', { name: 'Record payment' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/tab=timeline/);
    await record(page).getByRole('link', { name: 'New invoice' }).click();
    await page.getByLabel('Description 1').fill(TYPED);
    await page.getByLabel('Amount 1').fill('337');
    const address = page.url();

    await go(page, -1);
    await expect(question(page)).toBeVisible();
    await go(page, -1);
    await keepEditing(page);
    await expect(page).toHaveURL(address);
    await page.getByRole('button', { name: 'Create Invoice' }).click();

    await expect(page.getByLabel('Description 1')).toBeHidden();
    await expect(page).toHaveURL(/tab=invoices(?!.*open=)/);
    expect((await (await asAdmin()).readInvoices(User_Id))[0]?.totalAmount).toBe(337);
    await go(page, -1);
    await expect(page).toHaveURL(/tab=timeline/);
    await expect(question(page)).toBeHidden();
  });

  test('the palette, Escape, Cancel and logging out ask before a typed new invoice is lost', async ({
    page,
  }) => {
    const { User_Id } = await takeClient();
    await page.goto(`/admin?client=${User_Id}&tab=invoices&open=invoice.new`);
    const typed = page.getByLabel('Description 1');
    await typed.fill(TYPED);
    const choose = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').last().fill(words);
      await page.keyboard.press('Enter');
    };

    const ways: Record<string, () => Promise<void>> = {
      'a page by the palette': () => choose('Bookkeeping'),
      'logging out': () => choose('Log out'),
      Escape: () => typed.press('Escape'),
      Cancel: () => page.getByRole('button', { name: 'Cancel' }).click(),
    };
    for (const [way, leave] of Object.entries(ways)) {
      await test.step(way, async () => {
        await leave();
        await keepEditing(page);
        await expect(typed).toHaveValue(TYPED);
      });
    }

    const leaving = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    const asked = await leaving;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    await expect(typed).toHaveValue(TYPED);
  });
});

test('the details of a client ask before a section, Back and logging out lose them', async ({ page }) => {
  await startSession(page, CLIENT_EMAIL);
  await page.goto('/client');
  await page.getByRole('link', { name: 'Profile' }).first().click();
  const town = page.getByLabel('Town');
  await town.fill('Ladybrand');

  const ways: Record<string, () => Promise<void>> = {
    Back: () => go(page, -1),
    'another section': () => page.getByRole('link', { name: 'Invoices' }).first().click(),
    'logging out': async () => {
      await page.getByRole('button', { name: /^Account: / }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
    },
  };
  for (const [way, leave] of Object.entries(ways)) {
    await test.step(way, async () => {
      await leave();
      await keepEditing(page);
      await expect(town).toHaveValue('Ladybrand');
      await expect(page).toHaveURL(/section=profile/);
    });
  }
});
