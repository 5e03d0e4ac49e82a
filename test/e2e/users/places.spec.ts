import type { Page } from '@playwright/test';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

const scrolled = (page: Page) => page.evaluate('scrollY');

test('a dialog and its tabs keep the scroll position of the list, and another page begins at its top', async ({
  page,
}) => {
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=users');
  await page
    .getByRole('link', { name: /^View / })
    .nth(20)
    .hover();
  await page.evaluate('scrollTo(0, 700)');

  await page
    .getByRole('link', { name: /^View / })
    .nth(15)
    .click();
  await page.getByRole('tab', { name: 'Active Services' }).click();
  await expect(page.getByRole('heading', { name: 'Active Services' })).toBeVisible();
  expect(await scrolled(page)).toBe(700);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await scrolled(page)).toBe(700);

  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('a client who does not exist is reported as missing, with a way back', async ({ page }) => {
  await startSession(page, ADMIN_EMAIL);
  await page.goto('/admin?section=users&client=99999');
  const dialog = page.getByRole('dialog', { name: 'Client' });
  await expect(dialog.getByText('User not found')).toBeVisible();
  await expect(dialog.locator('.chakra-skeleton')).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Back to the page' }).click();
  await expect(dialog).toBeHidden();
});

test('a long name stays within its dialog, row and card, and does not widen the account menu', async ({
  page,
}) => {
  const { User_Id } = await takeClient();
  const User_Surname = 'van der Westhuizen-Oosthuizen-Nieuwenhuizen-Labuschagne-Bezuidenhout';
  await (await asAdmin()).editUser(User_Id, { User_Name: `Johannes Petrus ${User_Id}`, User_Surname });
  await startSession(page, ADMIN_EMAIL);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin?section=users&search=Johannes Petrus ${User_Id}&client=${User_Id}`);
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('heading').first();
    await expect(title).toContainText(User_Surname);
    // The name is cut at the end of its line, and its title says it whole.
    const [outer, name] = [await dialog.boundingBox(), await title.getByTitle(User_Surname).boundingBox()];
    if (!outer || !name) {
      throw new Error('The dialog is not on the screen');
    }
    // The close button takes the last 3 rem.
    expect(name.x + name.width).toBeLessThanOrEqual(outer.x + outer.width - 48);

    await page.keyboard.press('Escape');
    const link = page.getByRole('main').getByRole('link', { name: User_Surname }).first();
    expect((await link.boundingBox())?.width).toBeLessThan(width / 2 + 100);
  }
  await page.getByRole('button', { name: /^Account:/ }).click();
  const menu = await page.getByRole('region', { name: 'Account', exact: true }).boundingBox();
  expect(menu?.width).toBeLessThanOrEqual(260);
});
