// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ClosedDebtors } from '#shared/contract/books/closings.ts';
import { ClosedAges } from '#web/features/books/closings/closed-ages.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';

const NOTHING = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };
const debtor = {
  userId: 7,
  OWNumber: 'OW000007',
  name: 'Anna Botha',
  company: 'Botha Boats',
  due: 100,
  ageing: { ...NOTHING, days60: 100 },
  credit: 0,
};

const listOf = (change: Partial<ClosedDebtors>): ClosedDebtors => ({
  month: '2023-03',
  closedAt: '2023-04-03T07:12:00.000Z',
  debtors: [debtor],
  closedAccounts: { due: 70, ageing: { ...NOTHING, older: 70 }, credit: 5 },
  sums: { due: 170, ageing: { ...NOTHING, days60: 100, older: 70 }, credit: 5 },
  total: 1,
  page: 1,
  ...change,
});

const show = async (page: number, list: ClosedDebtors, answers: Answers = {}) => {
  const browser = await openBrowser({
    [`GET /api/admin/closings/debtors?closing=3&page=${page}`]: () => json(list),
    ...answers,
  });
  await act(async () => browser.show(<ClosedAges closing={3} page={page} />));
  await screen.findByRole('heading', { name: 'Age analysis of March 2023, as closed' });

  return browser;
};

const text = (element: HTMLElement) => (element.textContent ?? '').replace(/\s/g, ' ');

it('the last page ends with the closed accounts and the sums of all pages', async () => {
  await show(1, listOf({}));

  const rows = within(screen.getByRole('list')).getAllByRole('listitem').map(text);
  expect(rows).toEqual([
    'Botha BoatsAnna Botha · OW00000731–60 daysR 100,00OwedR 100,00',
    'Closed accountsOver 90 daysR 70,00OwedR 70,00CreditR 5,00',
    'Total31–60 daysR 100,00Over 90 daysR 70,00OwedR 170,00CreditR 5,00',
  ]);
});

it('is printed as a table, with a dash for nothing', async () => {
  await show(1, listOf({}));
  await act(async () => void window.dispatchEvent(new Event('beforeprint')));

  expect(within(screen.getByRole('table')).getAllByRole('row').map(text).slice(1, 3)).toEqual([
    'Botha BoatsAnna Botha · OW000007––R 100,00––R 100,00–',
    'Closed accounts––––R 70,00R 70,00R 5,00',
  ]);
  await act(async () => void window.dispatchEvent(new Event('afterprint')));
});

it('a page before the last one shows its clients and no sums', async () => {
  await show(1, listOf({ total: 51 }));

  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Next page' })).toBeDefined();
});

it('a list that is too long for one file has a button for each of its parts', async () => {
  const { sent } = await show(1, listOf({ total: 20_001 }), {
    'GET /api/admin/closings/debtors.csv?closing=3&part=3&for=excel': () => json({ message: 'Gone' }, 404),
  });

  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: /^CSV 20.001–20.001 for Excel$/ })),
  );

  expect(screen.getAllByRole('button', { name: /^CSV/ })).toHaveLength(3);
  expect(sent.at(-1)?.route).toBe('GET /api/admin/closings/debtors.csv?closing=3&part=3&for=excel');
});

it('a list without clients says why it may have none', async () => {
  const none = { due: 0, ageing: NOTHING, credit: 0 };
  await show(1, listOf({ debtors: [], total: 0, closedAccounts: none, sums: none }));

  expect(screen.getByText(/^Nobody owed anything or had credit, or/)).toBeDefined();
});
