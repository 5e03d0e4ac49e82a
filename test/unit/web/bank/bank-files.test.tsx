// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { bankPreviewOf } from '#test/support/bank/bank-preview.ts';
import { holdFiles } from '#web/features/bank/held-files.ts';
import { json } from '../screen.tsx';
import {
  CAPITEC,
  choose,
  FNB,
  listOf,
  PREVIEW,
  press,
  showFiles,
  TEXT,
  UNIDENTIFIED,
} from './file-screen.tsx';

const textOf = (element: Element | undefined) => (element?.textContent ?? '').replaceAll(/\s/g, ' ');

it('a file that is dropped beside its place is read, too', async () => {
  const { previews } = await showFiles(listOf());
  const transfer = { types: ['Files'], files: [new File([TEXT], 'november.csv')] };
  await act(async () => fireEvent.dragOver(document.body, { dataTransfer: transfer }));
  expect(screen.getByText('Drop the file to read it')).toBeDefined();
  await act(async () => fireEvent.drop(document.body, { dataTransfer: transfer }));

  await waitFor(() => expect(previews()).toHaveLength(1));
});

it.each([
  ['is read by the list to which that navigation leads', true],
  ['is not read if that navigation was refused and another one led to the list', false],
])('a file that a navigation brings %s', async (_, hasArrived) => {
  const heldFiles = holdFiles([new File([TEXT], 'november.csv')]);
  const { previews } = await showFiles(listOf(), {}, hasArrived ? { heldFiles } : {});
  if (hasArrived) {
    await waitFor(() => expect(previews()).toHaveLength(1));
  } else {
    expect(await screen.findByLabelText(/^Drop your bank's file here/)).toBeDefined();
    expect(previews()).toEqual([]);
  }
});

it('a file that is no CSV is not sent, and another one can be chosen at once', async () => {
  const { previews } = await showFiles(listOf(), { [PREVIEW]: () => json(bankPreviewOf()) });
  await choose('%PDF-1.7');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This is a PDF\. Please download /);
  expect(previews()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Drop your bank's file here/));

  await choose();
  await waitFor(() => expect(previews()).toHaveLength(1));
});

it('without a file the list says what belongs there and where the file is found', async () => {
  await showFiles(listOf());

  expect(await screen.findByText('No bank file yet')).toBeDefined();
  expect(screen.getByText(/You find the CSV or OFX in your internet banking/)).toBeDefined();
});

it('each account says until when it was read, and one that was never read says so', async () => {
  await showFiles(
    listOf({
      accounts: [FNB, { ...CAPITEC, bookFrom: null, readUntil: null }],
      files: [bankFileOf()],
      total: 1,
    }),
  );

  expect(await screen.findByText('FNB, ending in 4567: read until 20 November 2026')).toBeDefined();
  expect(screen.getByText('Capitec Business, ending in 9999: never read')).toBeDefined();
  expect(screen.getByText('Read up to 20 November 2026, 1 account never read')).toBeDefined();
});

it('a file in the list says its days, account, open lines, balances and who read it, and leads to its lines', async () => {
  await showFiles(
    listOf({
      files: [
        bankFileOf(),
        bankFileOf({
          id: 6,
          canTakeBack: false,
          ties: false,
          closing: 1590,
          counts: { certain: 0, likely: 0, booked: 3 },
        }),
        bankFileOf({ id: 5, ties: null, opening: null, closing: null, counts: { ignored: 12, earlier: 12 } }),
        bankFileOf({ id: 4, format: 'ofx', ties: null, opening: null }),
      ],
      total: 4,
    }),
  );
  await screen.findAllByText('Ties');
  const [, first, second, third, fourth] = screen.getAllByRole('row');

  expect(textOf(first)).toContain('20 to 23 November 2026');
  expect(textOf(first)).toContain('FNB, ending in 4567');
  expect(textOf(first)).toContain('3 open, 1 to look at');
  expect(textOf(first)).toContain('Ties');
  expect(textOf(first)).toContain('by Lerato Khumalo');
  expect(first?.querySelector('a')?.getAttribute('href')).toBe('/admin?section=bank&file=7');
  expect(textOf(first)).toContain('Take back');
  expect(textOf(second)).toContain('Finished');
  expect(textOf(second)).not.toContain('Take back');
  expect(textOf(second)).toContain('Does not tie: −R 10,00 are missing.');
  expect(textOf(third)).toContain('No balances');
  expect(textOf(fourth)).toContain('Numbered by the bank');
  expect(textOf(third)).toContain('12 lines before 1 November 2026 were ignored');
});

it('the list says up to which day all accounts were read, and leads to the first open line of each file', async () => {
  await showFiles(
    listOf({
      accounts: [FNB, { ...CAPITEC, readUntil: '2026-11-18' }],
      files: [
        bankFileOf(),
        bankFileOf({ id: 6, fileName: 'certain.csv', counts: { likely: 0 } }),
        bankFileOf({ id: 5, fileName: 'booking.csv', state: 'booking' }),
        bankFileOf({ id: 4, fileName: 'done.csv', counts: { certain: 0, likely: 0, booked: 3 } }),
      ],
      total: 4,
    }),
  );

  expect(await screen.findByText('Read up to 18 November 2026')).toBeDefined();
  expect(
    screen
      .getAllByRole('link', { name: /^Go on/ })
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Go on: 3 lines', '/admin?section=bank&file=7'],
    ['Go on: 2 lines', '/admin?section=bank&file=6&bankState=certain'],
  ]);
});

it('a file that was read again stands folded under the file that it repeats, can be reached, and says if it does not tie', async () => {
  const again = (id: number, repeats: number | null) =>
    bankFileOf({
      id,
      repeats,
      fileName: `again-${id}.csv`,
      ties: id !== 6,
      counts: { lines: 0, certain: 0, likely: 0, duplicates: repeats === null ? 0 : 3 },
    });
  await showFiles(
    // The first file of the last two is on another page; the newest one brought nothing at all.
    listOf({
      files: [
        again(9, null),
        again(8, 5),
        bankFileOf({ id: 7 }),
        again(6, 5),
        bankFileOf({ id: 5 }),
        again(4, 1),
        again(3, 1),
      ],
      total: 7,
    }),
  );
  await screen.findAllByText('Ties');
  const rows = screen.getAllByRole('row').slice(1);
  const linksOf = (row: Element) => [...row.querySelectorAll('a')].map(({ textContent }) => textContent);

  expect(rows).toHaveLength(4);
  expect(rows.map((row) => row.querySelector('summary')?.textContent)).toEqual([
    undefined,
    undefined,
    'Read again 2 times',
    'Read again once',
  ]);
  expect(linksOf(rows[2] as Element)).toEqual(expect.arrayContaining(['again-8.csv', 'again-6.csv']));
  expect(linksOf(rows[3] as Element)).toContain('again-3.csv');
  expect(
    [...document.querySelectorAll('details li')]
      .filter((item) => /Does not tie/.test(textOf(item)))
      .map((item) => item.querySelector('a')?.textContent),
  ).toEqual(['again-6.csv']);
});

const TAKE_BACK = 'DELETE /api/admin/bank-files/7';
const FILE = 'GET /api/admin/bank-files/7';
const openTakeBack = () =>
  act(async () => fireEvent.click(screen.getByRole('link', { name: 'Take back november.csv' })));

it('a file is taken back after a question that says what goes with it, and the next one can be dropped', async () => {
  const { sent } = await showFiles(listOf({ files: [bankFileOf()], total: 1 }), {
    [FILE]: () => json(bankFileOf()),
    [TAKE_BACK]: () => new Response(null, { status: 204 }),
  });
  await screen.findByText('Ties');
  await openTakeBack();
  const question = await screen.findByRole('alertdialog', { name: 'Take november.csv back?' });
  expect(question.textContent).toContain('Its 3 lines go.');
  expect(question.textContent).toMatch(
    /the account and the columns .*, the first day .*, and until when FNB/,
  );
  expect(sent.some(({ route }) => route === TAKE_BACK)).toBe(false);
  await press('Take it back');

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent.filter(({ route }) => route === TAKE_BACK)).toHaveLength(1);
});

it('a file whose lines a later file repeats names that file, which must go first, and leads to it', async () => {
  const message = 'A later file brought one of its lines again. Please take that one back first.';
  await showFiles(listOf({ files: [bankFileOf()], total: 1 }), {
    [FILE]: () => json(bankFileOf()),
    [TAKE_BACK]: () =>
      json({ code: 'is_repeated', message, current: bankFileOf({ id: 9, fileName: 'december.csv' }) }, 409),
  });
  await screen.findByText('Ties');
  await openTakeBack();
  await screen.findByRole('alertdialog');
  await press('Take it back');

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message);
  const link = screen.getByRole('link', { name: 'Open december.csv, 20 to 23 November 2026' });
  expect(link.getAttribute('href')).toBe('/admin?section=bank&file=9&bankState=all');
});

it('money that nobody could place is named with its sum and leads to its list', async () => {
  await showFiles(listOf({ files: [bankFileOf()], total: 1 }), {
    [UNIDENTIFIED]: () => json({ lines: [], total: 2, page: 1, sum: 1250 }),
  });

  const link = await screen.findByRole('link', { name: /^Unidentified R\s1\s250,00$/ });
  expect(link.getAttribute('href')).toBe('/admin?section=bank&view=unidentified');
});
