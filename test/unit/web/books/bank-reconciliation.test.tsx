// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type {
  ReconciledAccount,
  BankReconciliation as Reconciliation,
} from '#shared/contract/books/bank-reconciliation.ts';
import { monthAfter } from '#shared/dates.ts';
import { BankReconciliation } from '#web/features/books/bank-reconciliation.tsx';
import { json, openBrowser } from '../screen.tsx';

const ACCOUNT: ReconciledAccount = {
  number: '62009990001',
  bank: 'FNB',
  files: [{ id: 7, fileName: 'october.csv', from: '2025-10-01', to: '2025-10-31' }],
  wasRead: true,
  begins: null,
  until: '2025-10-31',
  gaps: [],
  lacksBalances: false,
  opening: 1000,
  rows: {
    receipts: 1920,
    later: 700,
    unidentified: 300,
    sentBack: 30,
    open: 200,
    ignored: 150,
    returned: -40,
    returnedOpen: -120,
    joinedFees: -25,
    fees: -2,
    other: -130,
  },
  sum: 3983,
  closing: 3983,
  difference: 0,
  agrees: true,
};
const ROUTE = 'GET /api/admin/bank-reconciliation?month=2025-10';

const makeReconciliation = (accounts: ReconciledAccount[]): Reconciliation => ({
  month: '2025-10',
  from: '2025-10-01',
  to: '2025-10-31',
  isClosed: false,
  accounts,
  receipts: {
    rows: { withLine: 1710, lineBefore: 0, lineAfter: 60, typed: 333, undone: 210, purged: 0 },
    total: 2313,
  },
});

const open = async (answer: () => Response) => {
  const months: (string | undefined)[] = [];
  const { show } = await openBrowser({ [ROUTE]: answer });
  show(<BankReconciliation month="2025-10" onMonthChange={(month) => void months.push(month)} />);

  return months;
};

const show = async (change: Partial<ReconciledAccount> = {}) => {
  await open(() => json(makeReconciliation([{ ...ACCOUNT, ...change }])));

  return within(await screen.findByRole('region', { name: 'FNB 62009990001' }));
};

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent?.replace(/\s/g, ' ')).join('|'),
    );

it('an account has its opening balance, then money in, money out, both closing balances and their difference', async () => {
  const account = await show();

  expect(rowsOf('Bank reconciliation of FNB 62009990001')).toEqual([
    'Opening balance 2025/10/01|R 1 000,00',
    'Receipts with a line, in the books|R 1 920,00',
    'Receipts entered after the month|R 700,00',
    'Unidentified receipts|R 300,00',
    'Unidentified, sent back|R 30,00',
    'Lines not booked yet|R 200,00',
    'Ignored lines|R 150,00',
    'Returned payments, in the books|−R 40,00',
    'Returned payments, not booked yet|−R 120,00',
    'Fees of card and debit-order batches|−R 25,00',
    'Bank fees of the fee column|−R 2,00',
    'Money out and other rows|−R 130,00',
    'Calculated closing balance|R 3 983,00',
    'Closing balance of the files 2025/10/31|R 3 983,00',
    'Difference|R 0,00',
  ]);
  expect(account.getByRole('status').textContent).toBe(
    'The calculated closing balance is that of the files.',
  );
  expect(account.getByRole('link', { name: 'Ignored lines' }).getAttribute('href')).toBe(
    '/admin?bankRow=ignored&bankAccount=%2262009990001%22',
  );
  expect(account.getByRole('link', { name: 'october.csv' }).getAttribute('href')).toBe(
    '/admin?section=bank&file=7',
  );
});

it('the receipts of the books lead to their rows, and a row of deleted clients stands only where it has an amount', async () => {
  await show();

  expect(rowsOf('Receipts in the books')).toEqual([
    'With a line of this month|R 1 710,00',
    'With a line of an earlier month|R 0,00',
    'With a line of a later month|R 60,00',
    'Without a line, typed by hand|R 333,00',
    'Of lines that were opened again|R 210,00',
    'Receipts of the control account|R 2 313,00',
  ]);
  expect(screen.getByRole('link', { name: 'Without a line, typed by hand' }).getAttribute('href')).toBe(
    '/admin?bankRow=typed',
  );
});

it('a file without balances says that the bank does not prove the figures, and has dashes for what nobody knows', async () => {
  const account = await show({
    lacksBalances: true,
    opening: null,
    sum: null,
    closing: null,
    difference: null,
    agrees: false,
  });

  expect(account.getByRole('status').textContent).toBe(
    'This month is not reconciled.A file of this month has no balances, so the bank does not prove its figures.',
  );
  expect(rowsOf('Bank reconciliation of FNB 62009990001').filter((row) => row.endsWith('–'))).toEqual([
    'Opening balance 2025/10/01|–',
    'Calculated closing balance|–',
    'Closing balance of the files 2025/10/31|–',
    'Difference|–',
  ]);
});

it('a gap between files is named as an alert with its days and what is missing', async () => {
  const account = await show({
    gaps: [{ after: '2025-10-05', before: '2025-10-20', difference: 30 }],
    closing: 4013,
    difference: 30,
    agrees: false,
  });

  expect(account.getByRole('alert').textContent?.replace(/\s/g, ' ')).toBe(
    'The closing balance differs by R 30,00.The balance of 2025/10/20 does not follow from that of 2025/10/05: they differ by R 30,00.',
  );
});

it('files that begin and end within the month say which days are missing, on the days of their balances', async () => {
  const account = await show({ begins: '2025-10-06', until: '2025-10-24', agrees: false });

  expect(account.getByRole('status').textContent).toBe(
    'This month is not reconciled.The files begin on 2025/10/06. The days before are in no file.The files end on 2025/10/24. The days after are in no file, and the figures end there too.',
  );
  expect(account.getByText('Opening balance 2025/10/06')).toBeDefined();
  expect(account.getByText('Closing balance of the files 2025/10/24')).toBeDefined();
});

const NO_FILE: Partial<ReconciledAccount> = {
  files: [],
  until: null,
  opening: null,
  sum: null,
  closing: null,
  difference: null,
  agrees: false,
};

it('an account that has a file of another month warns that this month is not reconciled', async () => {
  const account = await show(NO_FILE);

  expect(account.getByRole('status').textContent).toBe(
    'This month is not reconciled.No file covers a day of this month.',
  );
  expect(account.queryByRole('table')).toBeNull();
});

it('an account that was never read says so in a line, without a warning', async () => {
  const account = await show({ ...NO_FILE, wasRead: false });

  expect(account.getByText('No file of this account was ever read.')).toBeDefined();
  expect(account.queryByRole('status')).toBeNull();
  expect(account.queryByRole('table')).toBeNull();
});

it('a month without a row in its files is reconciled by the balances around it', async () => {
  const account = await show({ files: [], opening: 1000, sum: 1000, closing: 1000 });

  expect(account.getByRole('status').textContent).toBe(
    'The calculated closing balance is that of the files.',
  );
});

it('a reconciliation that cannot be read says so and is read again, and another month can be chosen meanwhile', async () => {
  let isBroken = true;
  const months = await open(() =>
    isBroken ? json({ message: 'Broken' }, 500) : json(makeReconciliation([ACCOUNT])),
  );
  expect(screen.getByLabelText('Loading the reconciliation')).toBeDefined();

  await screen.findByText('The reconciliation could not be read');
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: monthAfter(new Date(), 0) } });
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('region', { name: 'FNB 62009990001' })).toBeDefined();
  expect(months).toEqual([monthAfter(new Date(), 0)]);
});
