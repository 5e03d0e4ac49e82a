import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';
import { openWorkFolder } from '#functions/adapters/chromium/chromium-folder.ts';
import { openPdf } from '#test/e2e/open-pdf.ts';
import { addUser, PASSWORD } from '#test/support/accounts.ts';
import { openStackPortal, type StackPortal } from '#test/support/stack-portal.ts';

let portal: StackPortal;
let browser: Browser;
let closeWork: () => unknown;

beforeAll(async () => {
  portal = await openStackPortal();
  await portal.startJobs();
  const work = await openWorkFolder();
  closeWork = work.remove;
  const { executablePath, librariesFolder } = await unpackChromium(work);
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    env: { ...process.env, LD_LIBRARY_PATH: librariesFolder },
  });
});
afterAll(async () => {
  await browser.close();
  await closeWork();
  await portal.stop();
});

const HARMLESS = [
  // Who is signed in is asked before anyone is.
  /status of 401/,
];

/** What a page complains of: what the content security policy refuses, other errors of the console, unhandled ones. */
const openPage = async () => {
  const complaints: string[] = [];
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en-ZA' });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    const text = line.text();
    const isHarmless = HARMLESS.some((pattern) => pattern.test(text));
    if (line.type() === 'error' && !isHarmless) complaints.push(text);
  });

  return { page, complaints };
};

const signIn = async (page: Page, email: string) => {
  await page.goto('/auth');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(/\/(admin|client)/);
};

it('carries a person through the portal by the edge of the template, without a complaint', async () => {
  await addUser(portal, { User_Email: 'admin@example.com', user_role: 'admin' });
  const clientId = await addUser(portal, { User_Email: 'client@example.com', User_Surname: 'Dlamini' });

  const admin = await openPage();
  await signIn(admin.page, 'admin@example.com');
  await admin.page.goto(`/admin?section=users&client=${clientId}&tab=invoices`);
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Invoices' }).click();
  await dialog.getByRole('button', { name: 'Create Invoice' }).click();
  await dialog.getByLabel('Description 1').fill('Uncapped 4G/5G data');
  await dialog.getByLabel('Amount 1').fill('337');
  await dialog.getByRole('button', { name: 'Create Invoice' }).click();
  const download = dialog.getByRole('button', { name: /^Download INV-/ });
  await download.waitFor();
  const pdf = await openPdf(admin.page, () => download.click());
  expect(pdf.pages[0]?.text).toContain('337,00');

  const client = await openPage();
  await signIn(client.page, 'client@example.com');
  await client.page.goto('/client?section=support');
  await client.page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
  await client.page.reload();
  await client.page.getByRole('link', { name: 'Create Ticket' }).first().click();
  await client.page.getByRole('textbox', { name: 'Subject', exact: true }).fill('The line is down');
  await client.page.getByRole('textbox', { name: 'Description', exact: true }).fill('Since this morning.');
  await client.page.getByRole('dialog').getByRole('button', { name: 'Create Ticket' }).click();
  await client.page.getByText('The line is down').first().waitFor();

  expect([...admin.complaints, ...client.complaints]).toEqual([]);
});
