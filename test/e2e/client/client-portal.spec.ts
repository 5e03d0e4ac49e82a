import type { Page } from '@playwright/test';
import type { ClientStats } from '#shared/contract/client.ts';
import { expectNoViolations } from '#test/e2e/axe.ts';
import { openPdf } from '#test/e2e/open-pdf.ts';
import { asAdmin, registerClient, takeClient } from '#test/e2e/people.ts';
import { CLIENT_EMAIL, expect, openArea, startSession, test } from '#test/e2e/portal.ts';
import { WATCH_SHIFTS } from '#test/e2e/watch-shifts.ts';

test("the client's dashboard counts the services, lists them with their cost, and shows the account", async ({
  page,
}) => {
  await openArea(page, CLIENT_EMAIL);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Naledi!');
  const services = page.getByRole('region', { name: 'Your Services' });
  const active = services.getByRole('listitem').filter({ has: page.getByText('Active', { exact: true }) });
  await expect(active.first()).toContainText(/R\u00a0\d/);
  const count = await active.count();
  expect(count).toBeLessThan(await services.getByRole('listitem').count());
  await expect(page.getByText(`Active Services${count}`, { exact: true })).toBeVisible();

  const account = page.getByRole('region', { name: 'Account Information' });
  await expect(account).toContainText('Naledi Mokoena');
  await expect(account).toContainText('Verified');
  await expect(account).toContainText('Mokoena Design Studio (Pty) Ltd');
  await expect(account).toContainText(/Credit balance\s*-?R\u00a0\d/);
});

test('a client sees on the dashboard what is owed, how to pay it, and copies the bank details', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openArea(page, CLIENT_EMAIL);
  const due = page.getByRole('region', { name: 'What is due' });
  await expect(due.getByRole('heading', { name: /^You owe R\s\d/ })).toBeVisible();
  await expect(due.getByText(/overdue since \d+ \w{3}/)).toBeVisible();

  await due.getByRole('button', { name: 'How to pay' }).click();
  await due.getByRole('button', { name: /^Copy details Overdue/ }).click();
  await expect(due.getByRole('button', { name: /^Copied/ })).toBeVisible();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toMatch(/Account number: \d+\n/);
  expect(copied).toMatch(/Reference: OW\d+\nAmount: R [\d ]+,\d\d$/);
  await page.reload();
  await expect(due.getByText('Shows here 1 to 2 working days after you pay')).toBeVisible();

  await due.getByRole('link', { name: 'See invoices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
});

test('a service card shows the kind of service, its cost and its date, and on a phone its badge and buttons in line', async ({
  page,
}) => {
  await openArea(page, CLIENT_EMAIL);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Active Services' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Web Hosting' }) });

  await expect(card).toContainText(/R\u00a0129,00 a month/);
  await expect(card).toContainText('Free .co.za domain');
  for (const fact of ['Type', 'Category', 'Service ID']) {
    await expect(card.getByRole('term').filter({ hasText: fact })).toBeVisible();
  }
  await expect(card).toContainText(/Created\d{1,2} [A-Z][a-z]{2}/);

  await page.setViewportSize({ width: 360, height: 740 });
  const parts = await page
    .getByRole('main')
    .getByText(/^(\+27 [\d ]+|\S+\.example)( ·)?$/)
    .all();
  expect(parts.length).toBeGreaterThan(2);
  // A line of this text is 20 px high, so a higher element has wrapped.
  for (const part of parts) {
    expect((await part.boundingBox())?.height).toBeLessThan(30);
  }
  const copies = await page
    .getByRole('main')
    .getByRole('button', { name: /^Copy / })
    .all();
  const places = await Promise.all(copies.map(async (copy) => (await copy.boundingBox())?.x));
  expect(new Set(places).size).toBe(1);
  const badge = await card.getByText('Active', { exact: true }).boundingBox();
  const name = await card.getByRole('heading').boundingBox();
  expect(badge?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0));
});

test('a service leads to a ticket form whose subject names it', async ({ page }) => {
  await openArea(page, CLIENT_EMAIL);
  await page
    .getByRole('region', { name: 'Your Services' })
    .getByRole('link', { name: /Web Hosting/ })
    .click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Web Hosting' }) });
  await card.getByRole('link', { name: 'Get help with this' }).click();

  const dialog = page.getByRole('dialog', { name: 'Create Ticket' });
  await expect(dialog.getByLabel('Subject')).toHaveValue(/Web Hosting/);
});

test.describe('an invoice that a client reads', () => {
  let invoiceNumber: string;

  test.beforeEach(async ({ page }) => {
    const client = await takeClient();
    const admin = await asAdmin();
    await admin.createInvoice(client.User_Id);
    invoiceNumber = (await admin.waitForPdf(client.User_Id)).invoiceNumber;
    await startSession(page, client.User_Email);
    await page.goto('/client?section=invoices');
  });

  const pressDownload = (page: Page) =>
    page.getByRole('button', { name: `Download ${invoiceNumber}` }).click();

  test('a client opens an invoice as a PDF in a new tab, and cannot change it', async ({ page }) => {
    const pdf = await openPdf(page, async () => {
      await pressDownload(page);
      await expect(page.locator('[data-tone]')).toContainText(
        'Download startedInvoice PDF is opening in a new tab',
      );
    });
    expect(pdf.name).toBe(`${invoiceNumber}.pdf`);
    expect(pdf.pages[0]?.text).toContain(invoiceNumber);
    await expect(page.getByRole('button', { name: /Void|Mark/ })).toHaveCount(0);
  });

  test('a client whose browser blocks the new tab gets a link with the name, which opens the PDF', async ({
    page,
  }) => {
    await page.evaluate('window.open = () => null');
    await pressDownload(page);
    const link = page.getByRole('link', { name: `${invoiceNumber}.pdf` });
    const pdf = await openPdf(page, () => link.click());

    expect(pdf.name).toBe(`${invoiceNumber}.pdf`);
    expect(pdf.pages[0]?.text).toContain(invoiceNumber);
    await expect(link).toBeHidden();
  });
});

test('a new client sees a hint instead of missing services, invoices and details', async ({ page }) => {
  await page.goto('/auth?tab=register');
  const account = {
    'First Name': 'Sipho',
    'Last Name': 'Ndlovu',
    'Email Address': `sipho.${crypto.randomUUID()}@example.co.za`,
    'Phone Number': '+27 82 765 4321',
    'ID Number or Passport Number': 'B7654321',
    Password: 'a long enough one',
    'Confirm Password': 'a long enough one',
  };
  for (const [label, value] of Object.entries(account)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('Individual')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Active Services' }).click();
  await expect(page.getByText('No services yet')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByText('No invoices found.')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('Not provided').first()).toBeVisible();
});

test('a new client is led through the first steps to a ticket that asks for an offer, until they have a service', async ({
  page,
}) => {
  const { User_Id, User_Email } = await registerClient();
  await startSession(page, User_Email);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/client');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('heading')).toHaveText('First steps, 0 of 3 done');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Naledi!');
  await expect(page.getByRole('region', { name: 'What is due' })).toHaveCount(0);
  await expect(steps.getByRole('link', { name: /^Complete your address/ })).toHaveAttribute(
    'href',
    '/client?section=profile',
  );
  await expectNoViolations(page);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

  await page.getByRole('link', { name: 'Ask for this Fixed 5G' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Ticket' });
  await expect(dialog.getByLabel('Subject')).toHaveValue('I would like Fixed 5G');
  await expect(dialog.getByLabel('Description')).toHaveValue(/^Please set up Fixed 5G, from R397 a month/);
  await dialog.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByRole('dialog', { name: /Fixed 5G/ })).toBeVisible();
  await page.goto('/client');
  await expect(steps.getByRole('link', { name: /^Choose a service \(done\)/ })).toHaveAttribute(
    'href',
    '/client?section=support',
  );
  await expect(page.getByRole('link', { name: 'Asked today Fixed 5G' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Ask for this/ })).toHaveCount(2);

  await (await asAdmin()).addService(User_Id, { accountType: 'Fixed 5G', pricePerMonth: 397 });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your Services' })).toContainText('Fixed 5G');
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'What is due' })).toHaveCount(0);
});

/** Changes the counts that the page reads. */
const answerStats = (page: Page, changed: Partial<ClientStats>) =>
  page.route('**/api/client/stats', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
  });

test('the card of a client who owes nothing is as high as its content on a phone, and nothing moves when it comes', async ({
  page,
}) => {
  const client = await takeClient();
  const admin = await asAdmin();
  await admin.createInvoice(client.User_Id, 100);
  await admin.recordPayment(client.User_Id, { amount: 150 });
  await startSession(page, client.User_Email);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(WATCH_SHIFTS);
  await answerStats(page, { waitingTickets: 0 });
  const answer = Promise.withResolvers<void>();
  await page.route('**/debt', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/client');
  await expect(page.getByRole('button', { name: /^Account:/ })).toBeVisible();
  await page.waitForLoadState('load');
  answer.resolve();

  const card = page.getByRole('region', { name: 'What is due' });
  await expect(card).toContainText('You have R\u00a050,00 credit');
  await expect(page.getByRole('link', { name: 'Active Services' }).last()).toBeVisible();
  expect((await card.boundingBox())?.height).toBeLessThan(202);
  expect(await page.evaluate('shifts')).toBeLessThan(0.02);
});

for (const width of [360, 1280]) {
  test(`a client is led from what is due to the answers that wait for them, and nothing moves at ${width} px`, async ({
    page,
  }) => {
    const { User_Email } = await takeClient();
    await startSession(page, User_Email);
    await page.setViewportSize({ width, height: 740 });
    await page.addInitScript(WATCH_SHIFTS);
    await answerStats(page, { isBilled: true, waitingTickets: 1 });
    await page.goto('/client');

    const answers = page.getByRole('region', { name: 'What is due' }).getByRole('link', {
      name: '1 answer waits for you',
    });
    await expect(answers).toBeVisible();
    await expect(page.getByText('Recent Activity')).toBeVisible();
    expect(await page.evaluate('shifts')).toBeLessThan(0.02);
    await answers.click();
    await expect(page).toHaveURL(/section=support/);
  });

  test(`nothing moves at ${width} px when a new client's first steps come after everything else`, async ({
    page,
  }) => {
    const { User_Email } = await registerClient();
    await startSession(page, User_Email);
    await page.setViewportSize({ width, height: 740 });
    await page.addInitScript(WATCH_SHIFTS);
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/first-day*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    const services = page.waitForResponse('**/api/client/services');
    await page.goto('/client');
    await services;
    const lead = page.getByText('This is how your services stand today.');
    await expect(lead).toBeVisible();
    await page.waitForLoadState('load');
    released.resolve();

    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
    await expect(page.getByText('Account Information')).toBeVisible();
    await expect(lead).toBeVisible();
    expect(await page.evaluate('shifts')).toBeLessThan(0.02);
  });
}
