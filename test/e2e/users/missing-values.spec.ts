import type { User } from '#shared/contract/auth.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

const client = (id: number, values: Partial<CustomerResult>): CustomerResult => ({
  id,
  firstName: 'Naledi',
  lastName: 'Khumalo',
  email: `naledi-${id}@example.co.za`,
  owNumber: `OW${id}`,
  company: null,
  phone: null,
  customerStatus: 'Active',
  ...values,
});

test("a search result without a name or status says 'Unknown', and only an active one stands out", async ({
  page,
}) => {
  await startSession(page, ADMIN_EMAIL);
  await page.route('**/api/search**', (route) =>
    route.fulfill({
      json: [
        client(1, { phone: '+27821234567', company: 'Khumalo Logistics' }),
        client(2, { customerStatus: 'Inactive' }),
        client(3, { firstName: '', lastName: '', customerStatus: null }),
      ],
    }),
  );
  await page.goto('/admin');
  await page.getByPlaceholder('Search services, accounts, or any data...').fill('naledi');

  const options = page.getByRole('option');
  const [active, inactive, nameless] = [options.nth(0), options.nth(1), options.nth(2)];
  await expect(active).toHaveText(
    'Naledi KhumaloActiveOW1 · Khumalo Logisticsnaledi-1@example.co.za · +27 82 123 4567',
  );
  await expect(inactive).toHaveText('Naledi KhumaloInactiveOW2naledi-2@example.co.za');
  await expect(nameless).toHaveText('UnknownUnknownOW3naledi-3@example.co.za');

  const styles = await Promise.all(
    [
      active.getByText('Active', { exact: true }),
      inactive.getByText('Inactive'),
      nameless.getByText('Unknown').last(),
    ].map((badge) => badge.getAttribute('class')),
  );
  expect(styles[2]).toBe(styles[1]);
  expect(styles[0]).not.toBe(styles[1]);
});

test('the dashboard greets a client without a name, and calls one without a company an individual', async ({
  page,
}) => {
  await startSession(page, CLIENT_EMAIL);
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const user: User = await answer.json();
    const bare = { ...user, User_Name: '', User_Org: null, User_Mobile: null, User_Debit: 1234.5 };
    await route.fulfill({ response: answer, json: bare });
  });
  await page.goto('/client');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, there!');
  await expect(page.getByText('Company').locator('..')).toHaveText('CompanyIndividual');
  await expect(page.getByText('Phone').locator('..')).toHaveText('PhoneNot provided');
  await expect(page.getByText('Credit balance').locator('..')).toHaveText(
    'Credit balanceR\u00A01\u00A0234,50',
  );
});
