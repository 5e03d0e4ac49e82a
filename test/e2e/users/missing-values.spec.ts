import type { User } from '#shared/contract/auth.ts';
import { CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test('the dashboard greets a client without a name, and calls one without a company an individual', async ({
  page,
}) => {
  await startSession(page, CLIENT_EMAIL);
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const user: User = await answer.json();
    const bare = { ...user, User_Name: '', User_Org: null, User_Mobile: null };
    await route.fulfill({ response: answer, json: bare });
  });
  await page.goto('/client');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, there!');
  await expect(page.getByText('Company').locator('..')).toHaveText('CompanyIndividual');
  await expect(page.getByText('Phone').locator('..')).toHaveText('PhoneNot provided');
});
