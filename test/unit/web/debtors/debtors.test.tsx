// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Debtor, DebtorSums } from '#shared/contract/debtors/ledger-statements.ts';
import { dayAfter } from '#shared/dates.ts';
import { Debtors } from '#web/features/debtors/debtor-list.tsx';
import { DEBTOR_SORTING } from '#web/features/debtors/debtor-order.ts';
import type { DebtorPage } from '#web/features/debtors/queries.ts';
import { json, openBrowser } from '../screen.tsx';

const SUMS = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0, total: 0, closedAccounts: null };

const debtor = (userId: number, owed: Partial<Debtor> = {}): Debtor => ({
  userId,
  name: `Person ${userId}`,
  company: null,
  OWNumber: `OW${userId}`,
  due: 100,
  ageing: { notDue: 0, days30: 100, days60: 0, days90: 0, older: 0 },
  credit: 0,
  oldestDueDate: '2026-08-01',
  lastPaymentDate: null,
  mail: 'on',
  ...owed,
});

/** Shows this page of the list; returns the changes of the address that it asks for. */
const showPage = async (
  page: Partial<DebtorPage>,
  debtors: Debtor[],
  total = debtors.length,
  sums: DebtorSums = SUMS,
) => {
  const { page: number = 1, limit = 30, ...asked } = page;
  const filters = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const list = new URLSearchParams([['page', String(number)], ['limit', String(limit)], ...filters]);
  const changes: object[] = [];
  const { show } = await openBrowser({
    [`GET /api/admin/debtors/sums${filters.size > 0 ? '?' : ''}${filters}`]: () => json(sums),
    [`GET /api/admin/debtors?${list}`]: () => json({ debtors, total, page: number, limit }),
  });
  // The tools are code of their own.
  await act(async () => {
    show(
      <Debtors
        page={{ page: number, limit, ...asked }}
        onChange={(change) => changes.push(change)}
        onLimitChange={() => undefined}
      />,
    );
  });

  return { changes };
};

it('a page of debtors whose clients have paid meanwhile leads to the first page', async () => {
  await showPage({ page: 2 }, [], 30);

  expect(await screen.findByText('There is no page 2')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to the first page' })).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

it('a portal without debtors says that nobody owes anything, without pages', async () => {
  await showPage({}, []);

  expect(await screen.findByText('Nobody owes anything')).toBeDefined();
  expect(screen.queryByLabelText('debtors per page')).toBeNull();
});

it('nobody is selected on the list of a past day, because an act on a selection is about today', async () => {
  await showPage({ asAt: '2026-10-31' }, [debtor(7)]);

  expect(await screen.findByRole('link', { name: 'Person 7' })).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
});

it('the list of one day never stands in for that of another, and a selection waits meanwhile', async () => {
  const { show } = await openBrowser({
    'GET /api/admin/debtors?page=1&limit=30': () =>
      json({ debtors: [debtor(7)], total: 1, page: 1, limit: 30 }),
  });
  const listOf = (asAt?: string) => (
    <Debtors page={{ page: 1, limit: 30, asAt }} onChange={() => undefined} onLimitChange={() => undefined} />
  );
  // The tools are code of their own, and so is the selection's bar.
  const { rerender } = await act(async () => show(listOf()));
  const box = await screen.findByLabelText('Select Person 7');
  await act(async () => fireEvent.click(box));
  expect(await screen.findByRole('region', { name: 'Selection' })).toBeDefined();

  await act(async () => rerender(listOf('2026-10-31')));
  expect(screen.queryByRole('link', { name: 'Person 7' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  await act(async () => rerender(listOf()));
  expect(screen.getByRole('region', { name: 'Selection' })).toBeDefined();
});

it('filters that no debtor matches are cleared in one press', async () => {
  const { changes } = await showPage({ min: 5000, overdue: true }, []);

  expect(await screen.findByText('No debtor found')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(changes).toEqual([{ search: undefined, min: undefined, overdue: undefined }]);
});

it('debtors are printed as a table, company first and with a dash for nothing owed', async () => {
  await showPage({}, [debtor(7, { company: 'Zebra Signs', lastPaymentDate: '2026-10-05' })]);
  await screen.findByRole('link', { name: 'Zebra Signs' });
  await act(async () => void window.dispatchEvent(new Event('beforeprint')));

  const [, row] = within(screen.getByRole('table')).getAllByRole('row');
  expect(
    [...(row?.querySelectorAll('td:not([data-screen])') ?? [])].map(({ textContent }) => textContent),
  ).toEqual([
    'Zebra SignsPerson 7 · OW7',
    'since 2026/08/01paid 2026/10/05',
    '–',
    'R\u00a0100,00',
    '–',
    '–',
    '–',
    'R\u00a0100,00',
  ]);
  await act(async () => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByRole('table')).toBeNull();
});

it.each([
  [44, 'Only debtors 31–44 of 44 are printed here. The CSV file holds them all.'],
  [1030, 'Only debtors 31–60 of 1 030 are printed here. The CSV file holds them all.'],
])('on paper a page of %d debtors says which of them it holds', async (total, sentence) => {
  await showPage({ page: 2 }, [debtor(7)], total);

  expect((await screen.findByText(/are printed here/)).textContent?.replace(/\s/g, ' ')).toBe(sentence);
});

it('on paper a list of one page says nothing of others', async () => {
  await showPage({}, [debtor(7)]);
  await screen.findByRole('link', { name: 'Person 7' });

  expect(screen.queryByText(/are printed here/)).toBeNull();
});

it('on paper the columns of ages are headed by the words of bookkeepers', async () => {
  await showPage({}, [debtor(7)]);
  await screen.findByRole('link', { name: 'Person 7' });
  await act(async () => void window.dispatchEvent(new Event('beforeprint')));

  const headings = [...screen.getByRole('table').querySelectorAll('th [data-paper]')];
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Current',
    '30 days',
    '60 days',
    '90 days',
    'Over 90 days',
  ]);
  await act(async () => void window.dispatchEvent(new Event('afterprint')));
});

it('the sum of an age leads to the debtors who owe the most of it, and a sum of nothing nowhere', async () => {
  await showPage({}, [debtor(7)], 1, { ...SUMS, days60: 40, total: 40 });
  const sums = screen.getByLabelText('What all clients owe, by age');
  const links = await within(sums).findAllByRole('link');

  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['R\u00a040,00', '/admin?sort=days60'],
  ]);
});

it('the list of a past day is read as at that day, and says what was not yet due then', async () => {
  const { changes } = await showPage({ asAt: '2026-07-15' }, [debtor(7, { oldestDueDate: '2026-08-01' })]);
  const card = (await screen.findByRole('link', { name: 'Person 7' })).closest('li');
  expect(card?.textContent).toContain('due 2026/08/01');
  const field = await screen.findByLabelText<HTMLInputElement>('As at');
  expect(field.value).toBe('2026-07-15');

  fireEvent.change(field, { target: { value: '2026-06-30' } });
  fireEvent.change(field, { target: { value: dayAfter(new Date(), 0) } });
  fireEvent.change(field, { target: { value: '2999-01-01' } });
  expect(changes).toEqual([{ asAt: '2026-06-30' }, { asAt: undefined }]);
});

it('a past day ends with what accounts deleted since owed, on the last page and on paper', async () => {
  const closedAccounts = { notDue: 0, days30: 0, days60: 40, days90: 0, older: 0, total: 40 };
  await showPage({ asAt: '2026-07-15', page: 2 }, [debtor(7)], 31, { ...SUMS, closedAccounts });
  await screen.findByText('Closed accounts');
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toBe(
    'Closed accountsR\u00a040,00Deleted since then',
  );

  await act(async () => void window.dispatchEvent(new Event('beforeprint')));
  const row = within(screen.getByRole('table')).getAllByRole('row').at(-1);
  expect(
    [...(row?.querySelectorAll('td:not([data-screen])') ?? [])].map(({ textContent }) => textContent),
  ).toEqual(['Closed accountsDeleted since then', '', '–', '–', 'R\u00a040,00', '–', '–', 'R\u00a040,00']);
  await act(async () => void window.dispatchEvent(new Event('afterprint')));
});

it('a page before the last names no closed accounts', async () => {
  const closedAccounts = { notDue: 0, days30: 0, days60: 40, days90: 0, older: 0, total: 40 };
  await showPage({ asAt: '2026-07-15' }, [debtor(7)], 31, { ...SUMS, closedAccounts });
  await screen.findByRole('link', { name: 'Person 7' });

  expect(screen.queryByText('Closed accounts')).toBeNull();
});

it('a past day on which only accounts deleted since owed names these alone, and has a file', async () => {
  const closedAccounts = { notDue: 0, days30: 0, days60: 40, days90: 0, older: 0, total: 40 };
  await showPage({ asAt: '2026-07-15' }, [], 0, { ...SUMS, closedAccounts });

  expect(await screen.findByText('Closed accounts')).toBeDefined();
  expect(screen.queryByText('Nobody owed anything')).toBeNull();
  expect(screen.getByRole('button', { name: 'CSV for Excel' }).hasAttribute('disabled')).toBe(false);
});

it('the selected debtors are counted and summed, and can be let go', async () => {
  await showPage({}, [debtor(7), debtor(8, { due: 20.5 }), debtor(9)]);
  const first = await screen.findByLabelText('Select Person 7');
  await act(async () => fireEvent.click(first));
  const bar = await screen.findByRole('region', { name: 'Selection' });
  fireEvent.click(screen.getByLabelText('Select Person 8'));

  expect(within(bar).getByRole('status').textContent).toBe('2 selected, R\u00a0120,50');
  fireEvent.click(within(bar).getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
});

it('a smallest amount that cannot be read stays as it was typed, with a sentence, and filters nothing', async () => {
  const { changes } = await showPage({}, [debtor(7)]);
  const field: HTMLInputElement = await screen.findByLabelText('Smallest amount');
  fireEvent.change(field, { target: { value: 'many' } });

  expect(await screen.findByText('Enter an amount such as 1 250,50 or 1250.50')).toBeDefined();
  expect(field.value).toBe('many');
  fireEvent.change(field, { target: { value: 'R 1 250,50' } });
  await expect.poll(() => changes).toEqual([{ min: 1250.5 }]);
});

it('a press on a column sorts by it, then in reverse, then again by what is the most overdue', () => {
  const orders = [{}];
  for (const _ of [1, 2, 3]) {
    orders.push(DEBTOR_SORTING.nextOrder('due', orders.at(-1) ?? {}));
  }

  expect(orders.map(DEBTOR_SORTING.wordOrder)).toEqual([
    'most overdue first',
    'most owed first',
    'least owed first',
    'most overdue first',
  ]);
});
