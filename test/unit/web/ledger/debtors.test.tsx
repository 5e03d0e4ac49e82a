// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Debtors } from '#web/features/ledger/debtor-list.tsx';
import { json, openBrowser } from '../screen.tsx';

const SUMS = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0, total: 0 };

const showPage = async (page: number, total: number) => {
  const { show } = await openBrowser({
    'GET /api/admin/debtors/sums': () => json(SUMS),
    [`GET /api/admin/debtors?page=${page}&limit=30`]: () => json({ debtors: [], total, page, limit: 30 }),
  });
  show(<Debtors page={{ page, limit: 30 }} onSortChange={() => undefined} onLimitChange={() => undefined} />);
};

it('a page of debtors whose clients have paid meanwhile leads to the first page', async () => {
  await showPage(2, 30);

  expect(await screen.findByText('There is no page 2')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to the first page' })).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

it('a portal without debtors says that nobody owes anything, without pages', async () => {
  await showPage(1, 0);

  expect(await screen.findByText('Nobody owes anything')).toBeDefined();
  expect(screen.queryByLabelText('debtors per page')).toBeNull();
});
