// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BookEntry, BookList } from '#shared/contract/books/control-account.ts';
import { BookEntries } from '#web/features/books/book-entries.tsx';
import { json, openBrowser } from '../screen.tsx';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

const ENTRY: BookEntry = {
  id: 3,
  kind: 'payment',
  date: '2026-10-01',
  bankDate: '2026-09-28',
  number: null,
  userId: 7,
  OWNumber: 'OW10011',
  name: 'Thandeka Zulu',
  company: 'Zulu Signs',
  description: 'Payment by EFT, reference OW10011',
  amount: -300,
  reason: null,
  lineId: null,
  bankAccount: null,
  writtenBy: 'Lerato Khumalo',
  createdAt: '2026-10-02T08:05:00.000Z',
};

const showEntries = async (
  list: BookList,
  entries: BookEntry[],
  { page = 1, total = entries.length } = {},
) => {
  const { show } = await openBrowser({
    [`GET /api/admin/ledger/entries?from=2026-10-01&to=2026-10-31&row=${list}&page=${page}`]: () =>
      json({ entries, total, page }),
  });
  await act(async () => {
    show(<BookEntries list={list} period={OCTOBER} page={page} onPeriodChange={() => undefined} />);
  });
};

/** The words of each row, with a line between its cells. */
const readRows = async () => {
  await screen.findByRole('table');

  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent?.replace(/\s/g, ' ')).join('|'),
    );
};

it('an entry behind a row says its day at the bank, its client, what it is, who wrote it and when', async () => {
  await showEntries('receipts', [ENTRY]);

  expect(await readRows()).toEqual([
    '2026/10/01At the bank 2026/09/28|Zulu SignsThandeka Zulu · OW10011|Payment by EFT, reference OW10011|Lerato Khumalo, Oct 02, 2026 10:05|−R 300,00',
  ]);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('Receipts');
  expect(screen.getByRole('link', { name: "Debtors' control account" }).getAttribute('href')).toBe('/admin');
  expect(screen.getByRole('link', { name: 'Zulu Signs' }).getAttribute('href')).toBe(
    '/admin?client=7&tab=payments',
  );
});

it('the list for review has reasons, deleted clients without a name, and months that were opened again', async () => {
  const bare = { name: null, company: null, OWNumber: null, bankDate: null };
  await showEntries('review', [
    { ...ENTRY, ...bare, kind: 'write-off', description: 'Write-off', reason: 'Client deleted', amount: -20 },
    {
      ...ENTRY,
      ...bare,
      kind: 'month-opening',
      userId: null,
      description: 'September 2026 opened again',
      reason: 'A receipt was forgotten',
      amount: null,
      writtenBy: null,
    },
  ]);

  expect(await readRows()).toEqual([
    '2026/10/01|Deleted client 7|Write-offClient deleted|Lerato Khumalo, Oct 02, 2026 10:05|−R 20,00',
    '2026/10/01||September 2026 opened againA receipt was forgotten|Oct 02, 2026 10:05|–',
  ]);
});

it('a list of more than a page leads to the next and the previous one', async () => {
  await showEntries('receipts', [ENTRY], { page: 2, total: 120 });
  await readRows();

  expect(screen.getByText('51–100 of 120')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe('/admin');
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/admin?page=3');
});

it('a period without such entries says so', async () => {
  await showEntries('recoveries', []);

  expect(await screen.findByText('No entries in this period')).toBeDefined();
});
