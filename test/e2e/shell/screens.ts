import type { Page } from '@playwright/test';
import { CLIENT_EMAIL, expect } from '#test/e2e/portal.ts';

export interface Screen {
  path: string;
  /** A text on the screen when it is complete. */
  complete: string;
  /** True if a phone gets a layout of its own, such as cards instead of rows, or a bar instead of a menu. */
  hasPhoneLayout?: boolean;
  /** Opens a further state of the screen, such as a form with its errors. */
  act?: (page: Page) => Promise<void>;
}

/** The place of a ticket's id in an address: the newest ticket of the demo client. */
export const TICKET = 'the newest ticket';

/** The list with only the demo client: its first rows otherwise depend on who registered meanwhile. */
const DEMO_CLIENT = `/admin?section=users&search=${CLIENT_EMAIL}`;

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

/** Submits the form of the open dialog, and waits for a sentence about one of its fields. */
const failInDialog = (button: string, sentence: string) => async (page: Page) => {
  await dialogOf(page).getByRole('button', { name: button }).click();
  await expect(page.getByText(sentence)).toBeVisible();
};

/** Opens a dialog about the client's first invoice by its menu. */
const openAct = async (page: Page, act: string) => {
  await dialogOf(page)
    .getByRole('button', { name: /^More about INV-/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
  await expect(page.getByRole('dialog', { name: new RegExp(`^${act} .*INV-`) })).toBeVisible();
};

const chooseFile = (page: Page, content: string) =>
  page
    .getByLabel(/^Drop your bank's file here/)
    .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

export const VISITOR_SCREENS: readonly Screen[] = [
  { path: '/auth', complete: 'Sign in to your account', hasPhoneLayout: true },
  {
    path: '/auth?tab=register',
    complete: 'Create your account',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('First name is required')).toBeVisible();
    },
  },
  { path: '/privacy', complete: 'Registration number' },
  { path: '/nowhere', complete: '404 Page Not Found' },
];

export const CLIENT_SCREENS: readonly Screen[] = [
  { path: '/client', complete: 'Recent Activity', hasPhoneLayout: true },
  {
    path: '/client',
    complete: 'Recent Activity',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Search' }).fill('demo');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
    },
  },
  { path: '/client?section=services', complete: 'Service ID', hasPhoneLayout: true },
  { path: '/client?section=invoices', complete: 'INV-', hasPhoneLayout: true },
  { path: '/client?section=invoices&pay=true', complete: 'Copy account number' },
  { path: '/client?section=invoices&show=paid', complete: 'INV-' },
  { path: '/client?section=invoices&show=payments', complete: 'INV-' },
  { path: '/client?section=invoices&show=credit-notes', complete: 'Credit notes', hasPhoneLayout: true },
  { path: '/client?section=statement', complete: 'Closing balance', hasPhoneLayout: true },
  { path: '/client?section=statement&from=2026-01-05&to=2026-11-20', complete: 'Closing balance' },
  { path: '/client?section=support', complete: 'Create Ticket', hasPhoneLayout: true },
  { path: `/client?section=support&open=ticket.view:${TICKET}`, complete: 'Conversation' },
  {
    path: '/client?section=support&open=ticket.new',
    complete: 'Priority',
    act: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Tags' }).fill('router, slow');
      await failInDialog('Create Ticket', 'Subject is required')(page);
    },
  },
  {
    path: '/client?section=profile',
    complete: 'Save changes',
    act: async (page) => {
      await page.getByLabel('First name').fill('');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  { path: '/client?section=profile&tab=security', complete: 'Add a passkey' },
  { path: '/client?section=profile&tab=mails', complete: 'Mails to you', hasPhoneLayout: true },
  {
    path: '/client?section=profile&open=own.email',
    complete: 'Send the link',
    act: failInDialog('Send the link', 'Email address is required'),
  },
  {
    path: '/client?section=profile&open=own.password',
    complete: 'New password',
    act: failInDialog('Change password', 'Current password is required'),
  },
  { path: '/client?section=profile&tab=security&open=own.app', complete: 'Show the QR code' },
  { path: '/client?section=profile&tab=security&open=own.codes', complete: 'ten new codes' },
];

export const ADMIN_SCREENS: readonly Screen[] = [
  { path: '/set-up', complete: 'Make a passkey' },
  { path: '/admin', complete: 'new this month', hasPhoneLayout: true },
  {
    path: '/admin?section=users',
    complete: 'Clients and administrators of the portal.',
    hasPhoneLayout: true,
  },
  {
    path: DEMO_CLIENT,
    complete: CLIENT_EMAIL,
    act: (page) => page.getByRole('button', { name: /^Actions for / }).click(),
  },
  { path: '/admin?section=jobs', complete: 'Background Jobs', hasPhoneLayout: true },
  { path: '/admin?section=jobs&state=all', complete: 'Background Jobs' },
  { path: '/admin?section=account', complete: 'Edit your details' },
  { path: '/admin?section=statement&of=2', complete: 'Closing balance' },
  {
    path: '/admin?section=statement&of=2',
    complete: 'Closing balance',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send to client' }).click();
      await expect(dialogOf(page).getByRole('button', { name: 'Send' })).toBeVisible();
    },
  },
  { path: '/admin?section=debtors', complete: 'Owed', hasPhoneLayout: true },
  {
    path: '/admin?section=debtors&overdue=true',
    complete: 'only overdue, most overdue first',
    act: async (page) => {
      await page
        .getByLabel(/^Select (?!all)/)
        .first()
        .check();
      await page.getByRole('button', { name: 'Mail statements' }).click();
      await expect(dialogOf(page).getByText(/gets? a statement/)).toBeVisible();
    },
  },
  {
    path: '/admin?section=debtors',
    complete: 'Owed',
    act: async (page) => {
      await page
        .getByLabel(/^Select (?!all)/)
        .first()
        .check();
      await page.getByRole('button', { name: 'Write off' }).click();
      await failInDialog('Write off 1 client', 'Reason is required')(page);
    },
  },
  { path: '/admin?section=debtors&asAt=2026-10-31', complete: 'Owed' },
  { path: '/admin?section=debtors&list=credits', complete: 'credit on account', hasPhoneLayout: true },
  {
    path: '/admin?section=bank',
    complete: "Drop your bank's file here",
    hasPhoneLayout: true,
    act: async (page) => {
      await chooseFile(page, '%PDF-1.7');
      await expect(page.getByText('This is a PDF.')).toBeVisible();
    },
  },
  {
    path: '/admin?section=bank',
    complete: "Drop your bank's file here",
    act: async (page) => {
      await chooseFile(page, 'When,What,Sum\n03/11/2026,EFT OW10002,600.00\n');
      await page.getByLabel('Column 2').selectOption('');
      await page.getByRole('button', { name: 'Show what it brings' }).click();
      await expect(page.getByText('Choose the column of the description')).toBeVisible();
    },
  },
  { path: '/admin?section=billing-run', complete: 'Earlier runs', hasPhoneLayout: true },
  { path: '/admin?section=bookkeeping', complete: 'agrees with these lists' },
  { path: '/admin?section=bookkeeping&row=receipts', complete: 'Payment by', hasPhoneLayout: true },
  { path: '/admin?section=bookkeeping&book=bank', complete: 'Receipts in the books', hasPhoneLayout: true },
  { path: '/admin?section=bookkeeping&book=bank&bankRow=typed', complete: 'Without a line, typed by hand' },
  { path: '/admin?section=bookkeeping&book=review', complete: 'Refunds, adjustments, voids' },
  {
    path: '/admin?section=bookkeeping&book=closings',
    complete: 'can still change',
    hasPhoneLayout: true,
    act: async (page) => {
      // Another test may have closed a month meanwhile.
      await page.getByRole('link', { name: /^Close .+…$/ }).click();
      await expect(dialogOf(page).getByText(/^No credit note is missing/)).toBeVisible();
    },
  },
  {
    path: '/admin?section=bookkeeping&from=2026-01-01&to=2026-02-28',
    complete: 'Entries as CSV',
    act: async (page) => {
      await page.getByRole('button', { name: 'Entries as CSV' }).click();
      await expect(page.getByText('The last day that fits')).toBeVisible();
    },
  },
  { path: '/admin?section=bookkeeping&book=vat', complete: 'There is no VAT report' },
  { path: '/admin?client=2', complete: 'Business Information', hasPhoneLayout: true },
  {
    path: '/admin?client=2&tab=services',
    complete: 'a month',
    act: async (page) => {
      await dialogOf(page).getByRole('button', { name: 'Add Service' }).click();
      await dialogOf(page).getByLabel('MSISDN').fill('12');
    },
  },
  {
    path: '/admin?client=2&tab=invoices',
    complete: 'Debug API',
    hasPhoneLayout: true,
    act: async (page) => {
      const dialog = dialogOf(page);
      await dialog.getByRole('link', { name: 'New invoice' }).last().click();
      await page.getByRole('button', { name: 'Add from services' }).click();
      await failInDialog('Create Invoice', 'Description is required')(page);
    },
  },
  {
    path: '/admin?client=2&tab=invoices',
    complete: 'Debug API',
    act: async (page) => {
      await openAct(page, 'Credit note');
      await dialogOf(page).getByText('Lines', { exact: true }).click();
      await dialogOf(page).getByRole('checkbox').first().check();
      await failInDialog('Issue credit note', 'Explanation is required')(page);
    },
  },
  {
    path: '/admin?client=2&tab=invoices',
    complete: 'Debug API',
    act: async (page) => {
      await openAct(page, 'Write off');
      await failInDialog('Write off', 'What was done to collect is required')(page);
    },
  },
  { path: '/admin?client=2&tab=payments', complete: 'Statement', hasPhoneLayout: true },
  {
    path: '/admin?client=2&tab=payments',
    complete: 'Statement',
    act: async (page) => {
      await dialogOf(page).getByRole('link', { name: 'Owed' }).click();
      await expect(
        page
          .getByRole('dialog', { name: /^Owed by / })
          .getByRole('listitem')
          .first(),
      ).toBeVisible();
    },
  },
  {
    path: '/admin?client=2&tab=payments&open=payment.new',
    complete: 'What it pays',
    act: async (page) => {
      const form = page.getByRole('dialog', { name: /^Payment from/ });
      await form.getByRole('button', { name: 'Choose invoices instead' }).click();
      await form.getByRole('checkbox').first().check();
      await form.getByRole('button', { name: 'Record payment' }).click();
      await expect(form.getByText('Enter an amount such as')).toBeVisible();
    },
  },
  {
    path: '/admin?client=2&tab=payments&open=opening.correct',
    complete: 'Adjust take-on balance',
    act: failInDialog('Adjust take-on balance', 'Reason is required'),
  },
  { path: '/admin?client=2&tab=sessions', complete: 'Where this user is signed in' },
  { path: '/admin?client=2&tab=mails', complete: 'Mails to this user' },
  { path: '/admin?client=2&tab=timeline', complete: 'Opening balance' },
  {
    path: '/admin?open=user.edit:2',
    complete: 'Save changes',
    act: async (page) => {
      await dialogOf(page).getByLabel('Email').fill('x');
      await failInDialog('Save changes', 'Invalid email address')(page);
    },
  },
  { path: '/admin?open=user.reset:2', complete: 'The link holds for 30 minutes' },
  { path: '/admin?open=user.reset:2:password', complete: 'New password' },
  { path: '/admin?open=user.invite:2', complete: 'This client has already signed in.' },
  {
    path: '/admin?open=user.delete:1',
    complete: 'Delete user',
    act: async (page) => {
      await dialogOf(page).getByRole('button', { name: 'Delete user' }).click();
      await expect(dialogOf(page).getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { path: '/admin?open=debug.console', complete: 'System check' },
];
