// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
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

const showInvoices = async (invoices: Invoice[], list = () => json(invoices)) => {
  const { show, queryClient } = await openBrowser({
    'GET /api/users/7/invoices': list,
    'GET /api/billing-details': () => json({ isTaxInvoice: false, termsDays: 7, bank: BANK_ACCOUNT }),
  });
  show(<OwnInvoices userId={7} />);
  const card = within(await screen.findByRole('region', { name: 'What is due' }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull());

  return { card, text: () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '' };
};

it('a client sees the amount owed, the overdue part, and the bank account', async () => {
  const yesterday = dayAfter(new Date(), -1);
  const { card, text } = await showInvoices([
    invoice(4),
    invoice(3, { dueDate: yesterday }),
    invoice(2, { status: 'paid', dueDate: yesterday }),
    invoice(1, { status: 'void', dueDate: yesterday }),
  ]);

  expect(text()).toContain('You owe R 794,00');
  expect(text()).toContain('R 397,00 of it is overdue.');
  for (const detail of Object.values(BANK_ACCOUNT)) {
    expect(card.getByText(detail)).toBeTruthy();
  }
  expect(screen.getAllByText(/^Overdue since/)).toHaveLength(1);
  expect(text()).toContain(`Overdue since ${formatDateShort(yesterday)}`);
  expect(text()).toContain(`Due ${formatDateShort(dayAfter(new Date(), 3))}`);
});

it('a client can copy the reference of each unpaid invoice, and of no other', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } });
  await showInvoices([invoice(2), invoice(1, { status: 'paid' })]);
  const [button, ...others] = screen.getAllByRole('button', { name: /^Copy reference/ });
  expect(others).toEqual([]);
  expect(button?.textContent).toBe('Copy reference INV-2026-000002');

  if (button) {
    fireEvent.click(button);
  }
  await waitFor(() => expect(copied).toEqual(['INV-2026-000002']));
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
  expect(text()).not.toMatch(/Due \d|Overdue/);
});

it.each([
  ['2026-11-20T21:59:59Z', false],
  ['2026-11-20T22:00:00Z', true],
])('an invoice due on 2026-11-20 is overdue at %s: %s', (now, expected) => {
  expect(isOverdue({ status: 'pending', dueDate: '2026-11-20' }, new Date(now))).toBe(expected);
});
