// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ControlAccount as Account } from '#shared/contract/books/control-account.ts';
import { dayAfter } from '#shared/dates.ts';
import { ControlAccount } from '#web/features/books/control-account.tsx';
import { json, openBrowser } from '../screen.tsx';

const OCTOBER = { from: '2025-10-01', to: '2025-10-31' };

const ACCOUNT: Account = {
  ...OCTOBER,
  opening: 1000,
  invoices: 1150,
  creditNotes: -115,
  voids: -230,
  receipts: -900,
  returnedReceipts: 300,
  refunds: 63,
  adjustments: -50,
  writeOffs: -20,
  recoveries: 5,
  closing: 1203,
  owed: 1300,
  credit: 100,
  unidentified: { opening: 0, in: 350, out: 100, closing: 250 },
  closedAccounts: 3,
  agrees: true,
  isClosed: true,
};

const showAccount = async (account: Account) => {
  const { from, to } = account;
  const { show } = await openBrowser({
    [`GET /api/admin/ledger/totals?from=${from}&to=${to}`]: () => json(account),
  });
  show(<ControlAccount period={{ from, to }} onPeriodChange={() => undefined} />);
  await screen.findByRole('table', { name: "Debtors' control account" });
};

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent?.replace(/\s/g, ' ')).join('|'),
    );

it('the control account of a month has the rows of bookkeepers between its two balances, in their order', async () => {
  await showAccount(ACCOUNT);

  expect(rowsOf("Debtors' control account")).toEqual([
    'Opening balance 2025/10/01|R 1 000,00',
    'Invoices|R 1 150,00',
    'Credit notes|−R 115,00',
    'Voids|−R 230,00',
    'Receipts|−R 900,00',
    'Returned receipts|R 300,00',
    'Refunds|R 63,00',
    'Adjustments|−R 50,00',
    'Write-offs|−R 20,00',
    'Recoveries|R 5,00',
    'Closing balance 2025/10/31|R 1 203,00',
  ]);
  expect(screen.getByText('Books closed')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Closing of October 2025' }).getAttribute('href')).toBe(
    '/admin?section=bookkeeping&book=closings&open=month.figures%3A2025-10',
  );
  expect(screen.getByRole('link', { name: 'Returned receipts' }).getAttribute('href')).toBe(
    '/admin?row=returnedReceipts',
  );
});

it('money of nobody stands under the account with its own balances, and opens its lines', async () => {
  await showAccount(ACCOUNT);

  expect(rowsOf('Unidentified receipts')).toEqual([
    'Opening balance 2025/10/01|R 0,00',
    'Received|R 350,00',
    'Moved to clients or sent back|−R 100,00',
    'Closing balance 2025/10/31|R 250,00',
  ]);
  expect(
    within(screen.getByRole('table', { name: 'Unidentified receipts' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['unidentifiedIn', 'unidentifiedOut', 'unidentified'].map((row) => `/admin?row=${row}`));
});

it('under the closing balance stand the lists that make it up, which open as at that day', async () => {
  await showAccount(ACCOUNT);

  expect(rowsOf('Agreement with the lists')).toEqual([
    'Debtors|R 1 300,00',
    'Less clients in credit|−R 100,00',
    'Closed accounts|R 3,00',
  ]);
  expect(screen.getByRole('link', { name: 'Debtors' }).getAttribute('href')).toBe(
    '/admin?section=debtors&asAt=2025-10-31',
  );
  expect(screen.getByRole('link', { name: 'Less clients in credit' }).getAttribute('href')).toBe(
    '/admin?section=debtors&list=credits&asAt=2025-10-31',
  );
  expect(screen.getByText('The closing balance agrees with these lists.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a closing balance that does not agree with the lists says so, and by how much', async () => {
  await showAccount({ ...ACCOUNT, closing: 1215.5, agrees: false });

  expect(screen.getByRole('alert').textContent?.replace(/\s/g, ' ')).toContain('They differ by R 12,50.');
  expect(screen.queryByText('The closing balance agrees with these lists.')).toBeNull();
});

it('the control account of a period that ends today has no row of closed accounts, and leads to the lists of today', async () => {
  const today = dayAfter(new Date(), 0);
  await showAccount({ ...ACCOUNT, to: today, closing: 1200, closedAccounts: 0, isClosed: false });

  expect(rowsOf('Agreement with the lists')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Debtors' }).getAttribute('href')).toBe('/admin?section=debtors');
  expect(screen.queryByText('Books closed')).toBeNull();
  expect(screen.queryByRole('link', { name: /^Closing of/ })).toBeNull();
});
