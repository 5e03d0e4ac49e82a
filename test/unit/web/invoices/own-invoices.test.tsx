// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { Debt, OpenItem } from '#shared/contract/ledger-payments.ts';
import { dayAfter, formatDay } from '#shared/dates.ts';
import { AmountOwed } from '#web/features/invoices/amount-owed.tsx';
import { OwnInvoices } from '#web/features/invoices/own-invoices.tsx';
import { json, openBrowser } from '../screen.tsx';

const IN_3_DAYS = dayAfter(new Date(), 3);
const YESTERDAY = dayAfter(new Date(), -1);
const CLIENT = { User_Id: 7, OWNumber: 'OW10007' };

const invoice = (id: number, change: Partial<Invoice> = {}): Invoice => ({
  id,
  invoiceNumber: `INV-2026-00000${id}`,
  status: 'pending',
  createdAt: '2026-11-13T08:00:00.000Z',
  totalAmount: 397,
  amountDue: 397,
  fileName: null,
  dueDate: IN_3_DAYS,
  reference: 'OW10007',
  ...change,
});

const item = (id: number, change: Partial<OpenItem> = {}): OpenItem => ({
  kind: 'invoice',
  invoiceId: id,
  number: `INV-2026-00000${id}`,
  date: '2026-11-13',
  dueDate: IN_3_DAYS,
  amountDue: 397,
  ...change,
});

const debtOf = (items: OpenItem[], credit = 0): Debt => ({
  owed: items.reduce((sum, { amountDue }) => sum + amountDue, 0),
  credit,
  takenOn: null,
  items,
});

const UNREACHABLE = () => json({ message: 'The database is not there.' }, 503);

const showMoney = async (
  debt: Debt | 'unreachable',
  {
    invoices = [],
    shown = <OwnInvoices user={CLIENT} />,
    billing = () => json({ isTaxInvoice: false, termsDays: 7, bank: BANK_ACCOUNT }),
  }: { invoices?: Invoice[]; shown?: ReactElement; billing?: () => Response } = {},
) => {
  const { show, queryClient, router, sent } = await openBrowser({
    'GET /api/users/7/invoices': () => json(invoices),
    'GET /api/users/7/debt': debt === 'unreachable' ? UNREACHABLE : () => json(debt),
    'GET /api/billing-details': billing,
  });
  show(shown);
  await screen.findByRole('region', { name: 'What is due' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull());

  const card = within(screen.getByRole('region', { name: 'What is due' }));

  return { card, router, sent, text: () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '' };
};

const watchClipboard = () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } });

  return copied;
};

it('a client who owes nothing still finds the bank details by the act that asks for them', async () => {
  const { router } = await showMoney(debtOf([]));
  await screen.findByText('Nothing is due');
  expect(screen.queryByRole('region', { name: 'How to pay' })).toBeNull();
  await act(() => router.navigate({ to: '/client', hash: 'how-to-pay' }));

  expect(await screen.findByRole('region', { name: 'How to pay' })).toBeDefined();
});

it('a client sees the amount owed, since when a part is overdue, what is due next, and the bank account', async () => {
  const { card, text } = await showMoney(
    debtOf([item(3, { dueDate: YESTERDAY }), item(4), item(5, { dueDate: dayAfter(new Date(), 9) })]),
  );

  expect(card.getByRole('heading', { level: 2 }).textContent?.replaceAll('\u00a0', ' ')).toBe(
    'You owe R 1 191,00',
  );
  expect(text()).toContain(`R 397,00 overdue since ${formatDay(YESTERDAY, new Date())}`);
  expect(text()).toContain(`Next due ${formatDay(IN_3_DAYS, new Date())} (in 3 days), R 397,00`);
  for (const detail of Object.values(BANK_ACCOUNT)) {
    expect(card.getByText(detail)).toBeTruthy();
  }
});

it('a client copies their reference, which is the OW number, or all that a bank asks for', async () => {
  const copied = watchClipboard();
  const { card } = await showMoney(debtOf([item(2), item(3)]));

  fireEvent.click(card.getByRole('button', { name: 'Copy reference OW10007' }));
  fireEvent.click(card.getByRole('button', { name: 'Copy all details' }));
  await waitFor(() => expect(copied).toHaveLength(2));
  expect(copied[0]).toBe('OW10007');
  expect(copied[1]?.split('\n')).toEqual([
    `Account name: ${BANK_ACCOUNT.accountName}`,
    `Bank: ${BANK_ACCOUNT.bankName}`,
    `Branch code: ${BANK_ACCOUNT.branchCode}`,
    `Account number: ${BANK_ACCOUNT.accountNumber.replaceAll(' ', '')}`,
    `Account type: ${BANK_ACCOUNT.accountType}`,
    'Reference: OW10007',
  ]);
});

it('a client sees each thing that is owed: the rest of an invoice, the opening balance, a refund', async () => {
  const without = { invoiceId: null, number: null, dueDate: null };
  const { card } = await showMoney(
    debtOf([
      item(1, { amountDue: 97 }),
      item(2, { ...without, kind: 'opening', date: '2024-03-01', amountDue: 50 }),
      item(3, { ...without, kind: 'refund', amountDue: 20 }),
    ]),
  );
  const lines = within(card.getByRole('list', { name: 'What is owed' })).getAllByRole('listitem');

  expect(lines.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/^INV-2026-000001.*R 97,00$/),
    'Opening balanceOverdue since 1 Mar 2024R 50,00',
    expect.stringMatching(/^Refund, owed again.*13 Nov.*R 20,00$/),
  ]);
});

it('a client with many open items sees five first, and all on request, by a button that keeps its focus', async () => {
  const { card } = await showMoney(debtOf([1, 2, 3, 4, 5, 6].map((id) => item(id))));
  const count = () =>
    within(card.getByRole('list', { name: 'What is owed' })).getAllByRole('listitem').length;
  expect(count()).toBe(5);

  const button = card.getByRole('button', { name: 'Show all 6' });
  fireEvent.click(button);
  expect(count()).toBe(6);
  expect(button.isConnected).toBe(true);
  fireEvent.click(card.getByRole('button', { name: 'Show fewer' }));
  expect(count()).toBe(5);
});

it('the list of a client begins with the open invoices, the oldest first', async () => {
  await showMoney(debtOf([]), {
    invoices: [
      invoice(5, { status: 'paid', dueDate: YESTERDAY }),
      invoice(4),
      invoice(3, { dueDate: '2024-03-02' }),
      invoice(2, { dueDate: YESTERDAY }),
      invoice(1, { status: 'void' }),
    ],
  });

  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.map((text) => text?.slice(0, 15))).toEqual([
    'INV-2026-000003',
    'INV-2026-000002',
    'INV-2026-000004',
    'INV-2026-000005',
    'INV-2026-000001',
  ]);
  expect(items[0]).toContain('Overdue since 2024/03/02');
});

it('on the dashboard, the way to pay opens in place, and its data is requested only then', async () => {
  const { card, sent } = await showMoney(debtOf([item(1)]), { shown: <AmountOwed user={CLIENT} isBrief /> });
  expect(card.getByRole('link', { name: 'See invoices' })).toBeTruthy();
  expect(sent.map(({ route }) => route)).toEqual(['GET /api/users/7/debt']);

  const button = card.getByRole('button', { name: 'How to pay' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(await card.findByText(BANK_ACCOUNT.accountNumber)).toBeTruthy();
});

it.each([true, false])(
  'a failed read of what is owed offers another try, and the bank account all the same (on the dashboard: %s)',
  async (isBrief) => {
    const { card } = await showMoney('unreachable', {
      shown: <AmountOwed user={CLIENT} isBrief={isBrief} />,
    });

    expect(card.getByRole('alert').textContent).toContain('What you owe could not be read');
    expect(card.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(card.getByText(BANK_ACCOUNT.accountNumber)).toBeTruthy();
  },
);

it('a client whose bank details cannot be read still reads the reference', async () => {
  const { card } = await showMoney(debtOf([item(1)]), { billing: UNREACHABLE });

  expect(card.getByRole('alert').textContent).toContain('The bank details could not be read');
  expect(card.getByText('OW10007')).toBeTruthy();
});

it.each([
  [120, 'You have R 120,00 credit', 'Nothing is owed. Your credit pays your next invoice.'],
  [0, 'Nothing is due', 'You have no open invoice.'],
])(
  'a client who owes nothing and has R %s credit reads that, and no bank details',
  async (credit, title, detail) => {
    const { card, text } = await showMoney(debtOf([], credit));

    expect(card.getByRole('heading', { level: 2 }).textContent?.replaceAll('\u00a0', ' ')).toBe(title);
    expect(text()).toContain(detail);
    expect(text()).not.toContain(BANK_ACCOUNT.accountNumber);
  },
);

it('an open item without a due date is overdue from the day after its date, as in the statement', async () => {
  const { text } = await showMoney(debtOf([item(1, { dueDate: null, date: YESTERDAY })]));

  expect(text()).toContain(`All of it overdue since ${formatDay(YESTERDAY, new Date())}`);
});
