import type { Page } from '@playwright/test';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { expect, fillSignIn, PASSWORD, startSession, test } from '#test/e2e/portal.ts';

/**
 * Signs somebody else in in this browser without a word to its tabs, once the page has read everything: a read under way
 * would only say that the session of its person has ended.
 */
const replaceSession = async (page: Page, email: string) => {
  await page.waitForLoadState('networkidle');
  const answer = await page.request.post('/api/login', {
    headers: { origin: process.env.PORTAL_URL ?? '' },
    data: { identifier: email, password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
};

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'Somebody else has signed in' });

test('the form of one person changes nothing in the session of another, and is kept for the person who typed it', async ({
  page,
}) => {
  const [anna, ben] = [await takeClient(), await takeClient()];
  await startSession(page, anna.User_Email);
  await page.goto('/client?section=profile');
  await page.getByLabel('Town').fill('Franschhoek');
  await replaceSession(page, ben.User_Email);
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(note(page)).toContainText('Nothing was saved.');
  await expect(note(page).getByRole('link', { name: `Carry on as ${ben.User_Email}` })).toBeVisible();
  const admin = await asAdmin();
  for (const { User_Id } of [anna, ben]) {
    expect((await admin.readUser(User_Id)).User_Town).toBe('Paarl');
  }

  await expect(page.getByLabel('Email Address')).toHaveValue(anna.User_Email);
  await fillSignIn(page, anna.User_Email);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByLabel('Town')).toHaveValue('Franschhoek');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await admin.readUser(anna.User_Id)).User_Town).toBe('Franschhoek');
  expect((await admin.readUser(ben.User_Id)).User_Town).toBe('Paarl');
});

test('a read of one person shows nothing of another, whose pages are one press away', async ({ page }) => {
  const [anna, ben] = [await takeClient(), await takeClient()];
  await startSession(page, anna.User_Email);
  await page.goto('/client');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(anna.User_Name);
  await replaceSession(page, ben.User_Email);
  await page.getByRole('link', { name: 'Active Services' }).first().click();
  await page.getByRole('link', { name: 'Support' }).first().click();

  await note(page)
    .getByRole('link', { name: `Carry on as ${ben.User_Email}` })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ben.User_Name);
});

test('logging out on the page of one person leaves the session of another', async ({ page }) => {
  const [anna, ben] = [await takeClient(), await takeClient()];
  await startSession(page, anna.User_Email);
  await page.goto('/client?section=profile');
  await replaceSession(page, ben.User_Email);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();

  await expect(note(page)).toBeVisible();
  await expect(page.getByText('Logged out')).toHaveCount(0);
  expect((await page.request.get('/api/user')).ok()).toBe(true);
});

// The tests' Chromium has no back/forward cache, so the test dispatches the event of a restored page.
test('a page that comes back from the cache of the browser shows nothing of its person to another one', async ({
  page,
}) => {
  const [anna, ben] = [await takeClient(), await takeClient()];
  await startSession(page, anna.User_Email);
  await page.goto('/client?section=profile');
  await expect(page.getByText(anna.OWNumber).first()).toBeVisible();
  await replaceSession(page, ben.User_Email);
  const visibility = await page.evaluate(`
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    document.documentElement.style.visibility`);

  expect(visibility).toBe('hidden');
  await expect(note(page).getByRole('link', { name: `Carry on as ${ben.User_Email}` })).toBeVisible();
  await expect(page.getByText(anna.OWNumber)).toHaveCount(0);
});
