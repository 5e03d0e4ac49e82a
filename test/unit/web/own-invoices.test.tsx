// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import { dayAfter, formatDay } from '#shared/dates.ts';
import { AmountOwed } from '#web/features/invoices/amount-owed.tsx';
import { isOverdue } from '#web/features/invoices/owed.ts';
import { OwnInvoices } from '#web/features/invoices/own-invoices.tsx';
import { json, openBrowser } from './screen.tsx';

const invoice = (id: number, change: Partial<Invoice> = {}): Invoice => ({
  id,
  invoiceNumber: `INV-2026-00000${id}`,
  status: 'pending',
  createdAt: '2026-11-13T08:00:00.000Z',
  totalAmount: 397,
  fileName: null,
  dueDate: dayAfter(new Date(), 3),
  reference: `INV-2026-00000${id}`,
  ...change,
});

const showInvoices = async (
  invoices: Invoice[],
  list = () => json(invoices),
  shown = <OwnInvoices userId={7} />,
) => {
  const { show, queryClient, sent } = await openBrowser({
    'GET /api/users/7/invoices': list,
    'GET /api/billing-details': () => json({ isTaxInvoice: false, termsDays: 7, bank: BANK_ACCOUNT }),
  });
  show(shown);
  await screen.findByRole('region', { name: 'What is due' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull());

  const card = within(screen.getByRole('region', { name: 'What is due' }));

  return { card, sent, text: () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '' };
};

const watchClipboard = () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } });

  return copied;
};

const YESTERDAY = dayAfter(new Date(), -1);
const IN_3_DAYS = dayAfter(new Date(), 3);

it('a client sees the amount owed, since when a part is overdue, what is due next, and the bank account', async () => {
  const { card, text } = await showInvoices([
    invoice(5, { dueDate: dayAfter(new Date(), 9) }),
    invoice(4),
    invoice(3, { dueDate: YESTERDAY }),
    invoice(2, { status: 'paid', dueDate: YESTERDAY }),
    invoice(1, { status: 'void', dueDate: YESTERDAY }),
  ]);

  expect(card.getByRole('heading', { level: 2 }).textContent?.replaceAll('\u00a0', ' ')).toBe(
    'You owe R 1 191,00',
  );
  expect(text()).toContain(`R 397,00 overdue since ${formatDay(YESTERDAY, new Date())}`);
  expect(text()).toContain(`Next due ${formatDay(IN_3_DAYS, new Date())} (in 3 days), R 397,00`);
  for (const detail of Object.values(BANK_ACCOUNT)) {
    expect(card.getByText(detail)).toBeTruthy();
  }
});

it('a client copies the reference of an open invoice, or all that a bank asks for', async () => {
  const copied = watchClipboard();
  const { card } = await showInvoices([
    invoice(3),
    invoice(2, { dueDate: YESTERDAY }),
    invoice(1, { status: 'paid' }),
  ]);
  const references = within(card.getByRole('list', { name: 'References' })).getAllByRole('listitem');
  expect(references.map(({ textContent }) => textContent?.slice(0, 15))).toEqual([
    'INV-2026-000002',
    'INV-2026-000003',
  ]);

  fireEvent.click(card.getByRole('button', { name: 'Copy reference INV-2026-000003' }));
  fireEvent.click(card.getByRole('button', { name: 'Copy all details' }));
  await waitFor(() => expect(copied).toHaveLength(2));
  expect(copied[0]).toBe('INV-2026-000003');
  expect(copied[1]?.split('\n')).toEqual([
    `Account name: ${BANK_ACCOUNT.accountName}`,
    `Bank: ${BANK_ACCOUNT.bankName}`,
    `Branch code: ${BANK_ACCOUNT.branchCode}`,
    `Account number: ${BANK_ACCOUNT.accountNumber.replaceAll(' ', '')}`,
    `Account type: ${BANK_ACCOUNT.accountType}`,
    'Reference INV-2026-000002: R 397,00',
    'Reference INV-2026-000003: R 397,00',
  ]);
});

it('a client with many open invoices sees five references first, and all on request', async () => {
  const { card } = await showInvoices([1, 2, 3, 4, 5, 6].map((id) => invoice(id)));
  const count = () => within(card.getByRole('list', { name: 'References' })).getAllByRole('listitem').length;
  expect(count()).toBe(5);

  fireEvent.click(card.getByRole('button', { name: 'Show all 6' }));
  expect(count()).toBe(6);
});

it('the list of a client begins with the open invoices, in the order of their due days', async () => {
  await showInvoices([
    invoice(5, { status: 'paid', dueDate: YESTERDAY }),
    invoice(4),
    invoice(3, { dueDate: null }),
    invoice(2, { dueDate: YESTERDAY }),
    invoice(1, { status: 'void' }),
  ]);
  // The first three are the references of the amount owed.
  const cards = screen.getAllByRole('listitem').slice(3);

  expect(cards.map(({ textContent }) => textContent?.slice(0, 15))).toEqual([
    'INV-2026-000002',
    'INV-2026-000004',
    'INV-2026-000003',
    'INV-2026-000005',
    'INV-2026-000001',
  ]);
});

it('on the dashboard, the way to pay opens in place, and its data is requested only then', async () => {
  const { card, sent } = await showInvoices([invoice(1)], undefined, <AmountOwed userId={7} isBrief />);
  expect(card.getByRole('link', { name: 'See invoices' })).toBeTruthy();
  expect(sent.map(({ route }) => route)).toEqual(['GET /api/users/7/invoices']);

  const button = card.getByRole('button', { name: 'How to pay' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(await card.findByText(BANK_ACCOUNT.accountNumber)).toBeTruthy();
});

it('on the dashboard, a failed read offers another try, and the bank account all the same', async () => {
  const { card } = await showInvoices(
    [],
    () => json({ message: 'The database is not there.' }, 503),
    <AmountOwed userId={7} isBrief />,
  );

  expect(card.getByRole('alert').textContent).toContain('What you owe could not be read');
  expect(card.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(card.getByText(BANK_ACCOUNT.accountNumber)).toBeTruthy();
});

it('a client who owes nothing sees no bank details', async () => {
  const { card, text } = await showInvoices([invoice(1, { status: 'paid' })]);

  expect(card.getByText('Nothing is due')).toBeTruthy();
  expect(text()).not.toContain(BANK_ACCOUNT.accountNumber);
});

it('a client whose invoices cannot be loaded sees an error, but still the bank account', async () => {
  const { card } = await showInvoices([], () => json({ message: 'The database is not there.' }, 503));

  expect(card.getByRole('heading', { name: 'What you owe could not be read' })).toBeTruthy();
  expect(card.getByText(BANK_ACCOUNT.accountNumber)).toBeTruthy();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('an unpaid invoice without a due date counts as owed and shows no due date', async () => {
  const { text } = await showInvoices([invoice(1, { dueDate: null })]);

  expect(text()).toContain('You owe R 397,00');
  expect(text()).not.toMatch(/[Dd]ue \d|overdue/i);
});

it.each([
  ['2026-11-20T21:59:59Z', false],
  ['2026-11-20T22:00:00Z', true],
])('an invoice due on 2026-11-20 is overdue at %s: %s', (now, expected) => {
  expect(isOverdue({ status: 'pending', dueDate: '2026-11-20' }, new Date(now))).toBe(expected);
});
