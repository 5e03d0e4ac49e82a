import type { Locator, Page } from '@playwright/test';
import type { Invoice } from '#shared/contract/invoices.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';
import { INVOICE_ACTS, type InvoiceAct, mayAsk } from '#web/features/invoices/may-ask.ts';

/** The label of each act, and how the title of its dialog begins. */
const WORDS: Record<InvoiceAct, [label: string, title: string]> = {
  'invoice.mark-paid': ['Mark as paid', 'Mark'],
  'invoice.credit': ['Credit note', 'Credit note for'],
  'invoice.write-off': ['Write off', 'Write off'],
  'invoice.take-back': ['Take back write-off', 'Take back the write-off of'],
  'invoice.void': ['Void', 'Void'],
};

const questionOf = (page: Page, asked: InvoiceAct, { invoiceNumber }: Invoice): Locator =>
  page
    .locator('[role=dialog], [role=alertdialog]')
    .and(page.getByLabel(new RegExp(`^${WORDS[asked][1]} ${invoiceNumber}`)));

const ask = async (page: Page, asked: InvoiceAct, invoice: Invoice): Promise<Locator> => {
  await page.getByRole('button', { name: `More about ${invoice.invoiceNumber}` }).click();
  await page.getByRole('menuitem', { name: WORDS[asked][0], exact: true }).click();

  return questionOf(page, asked, invoice);
};

const leave = async (page: Page, question: Locator) => {
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
};

/** Names the acts in an order in which each follows each, also itself. */
const everyPair = <Named>(acts: readonly Named[]): Named[] => [
  ...acts.flatMap((one, at) => [one, ...acts.slice(at + 1).flatMap((other) => [one, other])]),
  ...acts.slice(0, 1),
];

/** Shows an invoice of a client, and one of which a part is written off. */
const openInvoices = async (page: Page) => {
  const { User_Id } = await takeClient();
  const admin = await asAdmin();
  await admin.createInvoice(User_Id);
  const { id } = await admin.createInvoice(User_Id);
  await admin.writeOff(id, 100);
  const [partly, plain] = (await admin.readInvoices(User_Id)) as [Invoice, Invoice];
  await startSession(page, ADMIN_EMAIL);
  await page.goto(`/admin?client=${User_Id}&tab=invoices`);

  return { userId: User_Id, partly, plain };
};

test('each act on an invoice opens after each other one, without a reload', async ({ page }) => {
  const { partly, plain } = await openInvoices(page);
  const allowedOf = (invoice: Invoice) => INVOICE_ACTS.filter((act) => mayAsk(act, invoice));
  expect(new Set([plain, partly].flatMap(allowedOf)).size).toBe(INVOICE_ACTS.length);

  for (const invoice of [plain, partly]) {
    const acts = allowedOf(invoice);
    const walk = everyPair(acts);
    expect(new Set(walk.slice(1).map((act, at) => `${walk[at]} ${act}`)).size).toBe(acts.length ** 2);
    for (const asked of walk) {
      await leave(page, await ask(page, asked, invoice));
    }
  }
});

test('the questions about an invoice lead to each other, and open again after a credit note', async ({
  page,
}) => {
  const { userId, plain } = await openInvoices(page);
  const credit = await ask(page, 'invoice.credit', plain);
  await credit.getByRole('button', { name: 'Write off instead' }).click();
  await leave(page, questionOf(page, 'invoice.write-off', plain));

  await page.goto(`/admin?client=${userId}&tab=invoices&open=invoice.view:${plain.id}`);
  await page
    .getByRole('dialog', { name: plain.invoiceNumber })
    .getByRole('button', { name: 'Credit note' })
    .click();
  await leave(page, credit);
  await ask(page, 'invoice.credit', plain);

  await credit.getByLabel('Amount').fill('37');
  await credit.getByLabel('Reason').selectOption('Discount');
  await credit.getByLabel('Explanation').fill('The router came a week late.');
  await credit.getByRole('button', { name: 'Issue credit note' }).click();
  await leave(page, page.getByRole('dialog', { name: 'Credit Note Generation Progress' }));
  await expect(page.getByText('The router came a week late.')).toBeVisible();
  await leave(page, await ask(page, 'invoice.write-off', plain));
  await leave(page, await ask(page, 'invoice.credit', plain));
});

test('the void of a tax invoice leads to its credit note', async ({ page }) => {
  const { plain } = await openInvoices(page);
  await page.route(`**/api/invoices/${plain.id}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), vatPercent: 15 } });
  });
  const question = await ask(page, 'invoice.void', plain);
  await question.getByRole('button', { name: 'Write a credit note' }).click();
  await leave(page, questionOf(page, 'invoice.credit', plain));
  await leave(page, await ask(page, 'invoice.void', plain));
});
