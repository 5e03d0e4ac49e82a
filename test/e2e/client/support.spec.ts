import type { Page } from '@playwright/test';
import { takeClient } from '#test/e2e/people.ts';
import { CLIENT_EMAIL, expect, openArea, startSession, test } from '#test/e2e/portal.ts';

const openSupport = async (page: Page, email: string, search = '') => {
  await startSession(page, email);
  if (email === CLIENT_EMAIL) {
    await waitForCopy(page);
  }
  await page.goto(`/client?section=support${search}`);
  // A dialog that the address opens hides the heading from screen readers.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Support');
};

/** Waits for the first copy of the helpdesk's tickets after the portal's start, because a page reads the list only once. */
const waitForCopy = async (page: Page) => {
  const readTotal = async () => (await (await page.request.get('/api/support/status')).json()).total;
  await expect.poll(readTotal).toBeGreaterThan(0);
};

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test("tickets, departments and the helpdesk's state are requested only while Support is open", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/support/')) {
      asked.push(pathname);
    }
  });
  await startSession(page, CLIENT_EMAIL);
  await waitForCopy(page);
  await page.goto('/client');
  await expect(page.getByText('Open Tickets')).toBeVisible();
  expect(asked).toEqual([]);

  await page.getByRole('link', { name: 'Open Tickets' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support');
  await expect(page.getByRole('link', { name: /^View / }).first()).toBeVisible();
  expect(asked.toSorted()).toEqual(['/api/support/groups', '/api/support/status', '/api/support/tickets']);
});

/** Presses Escape until the dialog has heard it: a new dialog begins to listen after it is visible. */
const closeDialog = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden({ timeout: 1000 });
  }).toPass();

test('the code of Support is fetched when its link gets the focus', async ({ page }) => {
  // A browser that saves data fetches no code ahead by itself.
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
  await openArea(page, CLIENT_EMAIL);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' });
  await expect(link).toBeVisible();
  const code = page.waitForRequest(/\/assets\/client-support/);
  await link.focus();
  await code;
});

test('the status filter of the tickets is in the address, and a reload keeps it', async ({ page }) => {
  await openSupport(page, CLIENT_EMAIL);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^View / }) });
  await expect(rows.first()).toBeVisible();
  await page.getByLabel('Status').selectOption('Closed');
  await expect(page).toHaveURL(/show=closed/);

  await page.reload();
  await expect(rows.first()).toBeVisible();
  for (const row of await rows.all()) {
    await expect(row).toContainText('Closed');
  }
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/show=/);
});

test('a client creates a ticket, which opens, and finds it in the list', async ({ page }) => {
  const client = await takeClient();
  await openSupport(page, client.User_Email);
  await page.getByRole('link', { name: 'Create Ticket' }).first().click();
  await expect(page).toHaveURL(/open=ticket.new/);

  const dialog = page.getByRole('dialog', { name: 'Create Ticket' });
  await dialog.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(field(page, 'Subject')).toBeFocused();

  await field(page, 'Subject').fill('My invoice has an old address');
  await field(page, 'Description').fill('Please use the new one.\nThank you.');
  await dialog.getByLabel('Department').selectOption({ label: 'Billing' });
  await dialog.getByRole('button', { name: 'More' }).click();
  await expect(field(page, 'Tags')).toBeFocused();
  await field(page, 'Tags').fill('billing, address');
  await dialog.getByRole('button', { name: 'Create Ticket' }).click();

  await expect(page.locator('[data-tone="success"]')).toContainText(
    'Your support ticket has been created successfully!',
  );
  await expect(page.getByRole('dialog', { name: 'My invoice has an old address' })).toBeVisible();
  await expect(page).toHaveURL(/open=ticket.view%3A-?\d+/);
  await closeDialog(page);
  const row = page.getByRole('row').filter({ hasText: 'My invoice has an old address' });
  await expect(row).toContainText('Billing');
  await expect(row).toContainText('Open');
  await expect(row).toContainText('just now');
  await expect(row).toContainText('Medium');
  await expect(row.getByRole('list', { name: 'Tags' })).toContainText('address');
});

test('a typed ticket survives a failure, a reload and an ended session, and is deleted by logging out', async ({
  page,
}) => {
  const client = await takeClient();
  await openSupport(page, client.User_Email, '&open=ticket.new');
  await page.route('**/api/support/tickets', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: 'The database does not answer.' } })
      : route.fallback(),
  );
  await field(page, 'Subject').fill('Half a ticket');
  await field(page, 'Description').fill('No signal since');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.locator('[data-tone="error"]')).toContainText(
    'Failed to create ticket: The database does not answer.',
  );
  await expect(field(page, 'Description')).toHaveValue('No signal since');

  // The browser asks before it leaves the page with typed text.
  page.on('dialog', (question) => question.accept());
  await page.reload();
  await expect(field(page, 'Description')).toHaveValue('No signal since');

  await page.unroute('**/api/support/tickets');
  await page.context().clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await startSession(page, client.User_Email);
  await page.goto('/client?section=support&open=ticket.new');
  await expect(field(page, 'Subject')).toHaveValue('Half a ticket');

  await page.goto('/client');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth/);
  expect(
    await page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))'),
  ).toEqual([]);
});

test('Profile opens a prepared ticket, and Escape closes it', async ({ page }) => {
  await openArea(page, CLIENT_EMAIL);
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'write us a ticket' }).click();

  await expect(field(page, 'Subject')).toHaveValue('Change of my details');
  await expect(field(page, 'Description')).toHaveValue(/^Please change this in my details:/);
  await expect(page.getByLabel('Department').locator('option:checked')).toHaveText(/Administration/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).not.toHaveURL(/new=/);
});

test('Refresh updates the tickets and shows their age', async ({ page }) => {
  await openSupport(page, CLIENT_EMAIL);
  await expect(page.getByText(/^Updated /)).toBeVisible();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.click();
  await expect(refresh).toBeEnabled();
  await expect(page.getByText(/^Updated (just now, next at \d\d:\d\d:\d\d|1 minute ago)$/)).toBeVisible();
});

test('a ticket about a service begins with its name, and the search finds the ticket', async ({ page }) => {
  const client = await takeClient();
  await startSession(page, client.User_Email);
  const [service] = await (await page.request.get('/api/client/services')).json();
  await page.goto(`/client?section=support&open=ticket.new:service:${service.id}`);
  await expect(field(page, 'Subject')).toHaveValue(new RegExp(service.serviceName.replaceAll('+', '.')));
  await expect(field(page, 'Description')).toBeFocused();
  await field(page, 'Description').fill('It is slow in the evening.');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page).not.toHaveURL(/open=ticket.new/);
  await expect(page.getByRole('dialog')).toContainText('It is slow in the evening.');
  await closeDialog(page);

  const links = page.getByRole('link', { name: /^View / });
  await page.getByLabel('Search tickets').fill('slow evening');
  await expect(page).toHaveURL(/search=slow(\+|%20)evening/);
  await expect(links).toHaveCount(1);
  await page.getByLabel('Search tickets').fill('nothing like that');
  await expect(page.getByText('No tickets found')).toBeVisible();
});
