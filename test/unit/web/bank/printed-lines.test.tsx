// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { BankReview } from '#web/features/bank/review/bank-review.tsx';
import { json, openBrowser } from '../screen.tsx';
import { bookedLine, forecastOf, lineOf, NAIDOO, ZULU } from './lines.ts';

it('a file prints as a table of days, words, amounts, states and clients, without buttons', async () => {
  onTestFinished(() => act(() => void window.dispatchEvent(new Event('afterprint'))));
  const lines = [
    lineOf(1, { proposals: [NAIDOO, ZULU] }),
    bookedLine(2, ZULU),
    lineOf(3, { state: 'unmatched', proposals: [] }),
  ];
  const browser = await openBrowser({
    'GET /api/admin/bank-files/7': () => json(bankFileOf({ counts: { lines: 300 } })),
    'GET /api/admin/bank-files/7/lines?page=1&state=unsure': () => json({ lines, total: 300, page: 1 }),
    'GET /api/admin/bank-lines/1/forecast?userId=11': () => json(forecastOf(11)),
  });
  await act(async () => browser.show(<BankReview fileId={7} StatementsDialog={() => null} />));
  await screen.findAllByText(/MAGTAPE/);
  expect(screen.queryByRole('table')).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));

  const table = screen.getByRole('table');
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent?.replace(/\s/g, ' ')));
  expect(rows[0]).toEqual(['Day', "The bank's words", 'Amount', 'State', 'Client']);
  expect(rows.slice(1).map(([, words, amount, state, client]) => [words, amount, state, client])).toEqual([
    [expect.stringContaining('MAGTAPE'), 'R 450,00', 'Likely', 'Naidoo, Zulu'],
    [expect.stringContaining('MAGTAPE'), 'R 450,00', 'Booked', 'Zulu'],
    [expect.stringContaining('MAGTAPE'), 'R 450,00', 'No client found', ''],
  ]);
  expect(within(table).queryByRole('button')).toBeNull();
  expect(screen.getByText(/^Only lines 1–\d+ of 300 are printed here\.$/)).toBeDefined();
});
