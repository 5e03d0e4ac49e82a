import type { Page } from '@playwright/test';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, fillSignIn, startSession, test } from '#test/e2e/portal.ts';

test('the region of toasts is at most 420 px wide, and as wide as the screen on a phone', async ({
  page,
}) => {
  await page.goto('/auth');
  const region = page.getByRole('region', { name: /Notifications/ }).locator('ol');

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(region).toHaveCSS('width', '420px');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(region).toHaveCSS('width', '360px');
});

/** Lists the controls of the layer on top that lie under the toast. */
const COVERED = `(() => {
  const toast = document.querySelector('[data-tone]');
  const { top, bottom, left, right } = toast.getBoundingClientRect();
  const layer = [...document.querySelectorAll('[data-scope=dialog][data-part=content]')].at(-1) ?? document;
  return [...layer.querySelectorAll('a[href], button, input, select, textarea')]
    .filter((control) => !toast.contains(control))
    .filter((control) => {
      const box = control.getBoundingClientRect();
      const x = (Math.max(box.left, left) + Math.min(box.right, right)) / 2;
      const y = (Math.max(box.top, top) + Math.min(box.bottom, bottom)) / 2;
      const meets = box.width > 0 && box.top < bottom && box.bottom > top && box.left < right && box.right > left;
      // What has scrolled away cannot be pressed anyhow.
      return meets && document.elementsFromPoint(x, y).includes(control);
    })
    .map((control) => control.textContent || control.getAttribute('aria-label'));
})()`;

const expectNothingCovered = async (page: Page, title: string) => {
  await expect(page.locator('[data-tone]')).toContainText(title);
  await expect.poll(() => page.evaluate(COVERED)).toEqual([]);
};

/** Lists the parts of the dialog on top that the toast meets, except its content. */
const PARTS_UNDER = `(() => {
  const toast = document.querySelector('[data-tone]').getBoundingClientRect();
  const dialog = [...document.querySelectorAll('[data-scope=dialog][data-part=content]')].at(-1);
  return [...dialog.querySelectorAll('.chakra-dialog__header, .chakra-dialog__body, .chakra-dialog__footer')]
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return box.top < toast.bottom - 1 && box.bottom > toast.top + 1;
    })
    .map((part) => part.className.match(/__(header|body|footer)/)[1]);
})()`;

/** The layout of the dialog on top, without its animation. */
const LAYOUT = `(() => {
  const dialogs = document.querySelectorAll('[data-scope=dialog][data-part=content]:not([role=alertdialog])');
  const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = [...dialogs].at(-1);
  return [offsetTop, offsetLeft, offsetWidth, offsetHeight];
})()`;

const PHONE = { width: 360, height: 740 };

test('a refused sign-in on a phone leaves Sign In free, and its toast ends with the page', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/auth');
  await page.getByLabel('Email Address').fill('nobody@example.co.za');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectNothingCovered(page, 'Login failed');

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.locator('[data-tone]')).toBeHidden();
});

test('the welcome outlives the way to the dashboard, and ends when the bank details open', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/auth');
  await fillSignIn(page, CLIENT_EMAIL);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('button', { name: 'How to pay' })).toBeVisible();
  await expectNothingCovered(page, 'Welcome back!');
  await page.getByRole('button', { name: 'How to pay' }).click();
  await expect(page.getByRole('button', { name: /^Copy/ }).first()).toBeVisible();

  await expect(page.locator('[data-tone]')).toBeHidden();
});

test('a saved profile leaves Save changes free', async ({ page }) => {
  const client = await takeClient();
  await startSession(page, client.User_Email);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/client?section=profile');
  await page.getByLabel('Town').fill('Worcester');
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expectNothingCovered(page, 'Your details are saved');
});

for (const size of [{ width: 1280, height: 800 }, PHONE]) {
  test(`a refusal over a dialog of ${size.width} px stands in its foot or head, shrinks nothing and covers no control`, async ({
    page,
  }) => {
    const { User_Id } = await takeClient();
    await startSession(page, ADMIN_EMAIL);
    await page.setViewportSize(size);
    await page.goto(`/admin?section=users&client=${User_Id}&open=user.edit:${User_Id}`);
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel('Town').fill('Worcester');
    const before = await page.evaluate(LAYOUT);
    await page.route(`**/api/admin/users/${User_Id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { error: 'Try again.' } })
        : route.fallback(),
    );
    await dialog.getByRole('button', { name: 'Save changes' }).click();

    await expectNothingCovered(page, 'Error');
    expect(await page.evaluate(LAYOUT)).toEqual(before);
    expect(await page.evaluate(PARTS_UNDER)).toEqual([expect.stringMatching(/^(footer|header)$/)]);
  });

  test(`a sentence over a record of ${size.width} px covers no control and moves nothing`, async ({
    page,
  }) => {
    const { User_Id } = await takeClient();
    await (await asAdmin()).addService(User_Id, { serviceCategory: 'Voice', msisdn: '0827776655' });
    await startSession(page, ADMIN_EMAIL);
    await page.setViewportSize(size);
    await page.goto(`/admin?section=users&client=${User_Id}&tab=services`);
    await page
      .getByLabel(/^Delete /)
      .first()
      .click();
    const before = await page.evaluate(LAYOUT);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete service' }).click();

    await expectNothingCovered(page, 'Service deleted');
    expect(await page.evaluate(PARTS_UNDER)).toEqual(['header']);
    expect(await page.evaluate(LAYOUT)).toEqual(before);
  });
}
