// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Creditor, CreditList as Credits } from '#shared/contract/debtors/ledger-statements.ts';
import { CreditList } from '#web/features/debtors/credit-list.tsx';
import { json, openBrowser } from '../screen.tsx';

const CLIENT: Creditor = {
  userId: 7,
  name: 'Thandeka Zulu',
  company: 'Zulu Signs',
  OWNumber: 'OW10011',
  credit: 1250.5,
  since: '2026-10-05',
};

const showCredits = async (
  clients: Creditor[],
  { asAt, page = 1, closedAccounts = 0 }: { asAt?: string; page?: number; closedAccounts?: number } = {},
) => {
  const total = clients.length || (page - 1) * 30;
  const list: Credits = { clients, total, page, limit: 30, sum: 1250.5, closedAccounts };
  const days: (string | undefined)[] = [];
  const { show } = await openBrowser({
    [`GET /api/admin/credits?page=${page}&limit=30${asAt ? `&asAt=${asAt}` : ''}`]: () => json(list),
  });
  await act(async () => {
    show(
      <CreditList
        page={{ page, limit: 30, asAt }}
        onDayChange={(day) => days.push(day)}
        onLimitChange={() => undefined}
      />,
    );
  });

  return days;
};

it('clients in credit are listed company first, with what they have since when, and the sum of all pages', async () => {
  await showCredits([CLIENT]);
  const row = (await screen.findByRole('link', { name: 'Zulu Signs' })).closest('tr');

  expect(row?.textContent?.replace(/\s/g, ' ')).toBe(
    'Zulu SignsThandeka Zulu · OW100112026/10/05R 1 250,50 Refund',
  );
  expect(screen.getByRole('link', { name: 'Zulu Signs' }).getAttribute('href')).toBe(
    '/admin?client=7&tab=payments',
  );
  expect(screen.getByRole('link', { name: 'Refund credit of Zulu Signs' }).getAttribute('href')).toBe(
    '/admin?client=7&tab=payments&open=credit.refund',
  );
  expect(screen.getAllByRole('status')[0]?.textContent?.replace(/\s/g, ' ')).toBe(
    '1 client in credit, together R 1 250,50 credit on account',
  );
});

it('the clients in credit of a past day are read as at that day without a refund, and another day can be chosen', async () => {
  const days = await showCredits([CLIENT], { asAt: '2026-09-30' });
  await screen.findByRole('link', { name: 'Zulu Signs' });
  expect(screen.queryByRole('link', { name: /^Refund/ })).toBeNull();
  fireEvent.change(screen.getByLabelText('As at'), { target: { value: '2026-08-31' } });

  expect(days).toEqual(['2026-08-31']);
});

it.each([[[CLIENT]], [[]]])(
  'a past day ends with the credit of accounts deleted since, beside %j',
  async (clients: Creditor[]) => {
    await showCredits(clients, { asAt: '2026-09-30', closedAccounts: 40 });
    const row = (await screen.findByText('Closed accounts')).closest('tr');

    expect(row?.textContent?.replace(/\s/g, ' ')).toBe('Closed accountsDeleted since thenR 40,00');
    expect(row?.nextElementSibling).toBeNull();
    expect(screen.getByRole('button', { name: 'CSV for Excel' }).hasAttribute('disabled')).toBe(false);
  },
);

it('a portal without clients in credit says so, and has no pages', async () => {
  await showCredits([]);

  expect(await screen.findByText('Nobody is in credit')).toBeDefined();
  expect(screen.queryByLabelText('clients per page')).toBeNull();
});

it('a page of clients whose credit is used meanwhile leads to the first page', async () => {
  await showCredits([], { page: 2 });

  expect(await screen.findByText('There is no page 2')).toBeDefined();
});
