// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { bankPreviewOf } from '#test/support/bank/bank-preview.ts';
import { json } from '../screen.tsx';
import {
  CAPITEC,
  choose,
  FNB,
  inTurn,
  listOf,
  lost,
  PREVIEW,
  press,
  refusal,
  showFiles,
  TEXT,
  UPLOAD,
} from './file-screen.tsx';

const preview = () => json(bankPreviewOf());
const stored = () => json(bankFileOf(), 201);

const textOf = (element: Element | null) => (element?.textContent ?? '').replaceAll(/\s/g, ' ');
const store = () => screen.findByRole('button', { name: 'Store the file' });

it('a chosen file is looked at as it was decoded, and stored by one press, whose button has the focus', async () => {
  const { router, previews, uploads } = await showFiles(listOf(), { [PREVIEW]: preview, [UPLOAD]: stored });
  await choose(`\uFEFF${TEXT}`);
  await waitFor(async () => expect(document.activeElement).toBe(await store()));
  expect(previews()).toEqual([{ fileName: 'november.csv', text: TEXT }]);
  expect(uploads()).toEqual([]);
  await press('Store the file');

  await waitFor(() => expect(router.history.location.href).toBe('/admin?section=bank&file=7'));
  expect(uploads()).toEqual(previews());
});

it('before it is stored a file says account, days, what it brings, sums, balances and its first rows', async () => {
  const counts = { lines: 3, returned: 1, out: 30, pending: 2, known: 1, earlier: 1 };
  const note = 'The file names a closing balance of R 9,00, which its lines do not reach.';
  await showFiles(listOf(), { [PREVIEW]: () => json(bankPreviewOf({ counts, notes: [note] })) });
  await choose();
  await store();

  const card = textOf(screen.getByRole('region', { name: 'The file that is read' }));
  expect(card).toContain('AccountFNB, ending in 4567');
  expect(card).toContain('Days20 to 23 November 2026');
  expect(card).toContain(
    'Brings3 new lines, 1 of them returned by the bank, 1 known from an earlier file, 1 before 1 November 2026, ignored, 2 pending, left out',
  );
  expect(card).toContain('Money inR 600,00');
  expect(card).toContain('Money outR 12,00');
  expect(card).toContain('BalanceR 1 000,00 to R 1 588,00');
  expect(card).toContain('Ties: the lines lead from the opening to the closing balance.');
  expect(card).toContain(note);
  expect(card).toContain('The first 3 of 37 rows, as they were read');
  const [, , second, third] = within(screen.getByRole('table')).getAllByRole('row');
  expect(textOf(second ?? null)).toMatch(/^21 Nov.*EFTINV-2026-0041R 200,00$/);
  expect(textOf(third ?? null)).toMatch(/MONTHLY FEE−R 12,00$/);
});

it('a file without balances says before it is stored that no line is certain', async () => {
  const without = bankPreviewOf({ opening: null, closing: null, ties: null });
  await showFiles(listOf(), { [PREVIEW]: () => json(without) });
  await choose();

  expect(await screen.findByText(/^No balances, so no line is certain/)).toBeDefined();
});

it('an OFX file without an opening balance does not say that its lines are unproved', async () => {
  const ofx = bankPreviewOf({ format: 'ofx', opening: null, ties: null });
  await showFiles(listOf(), { [PREVIEW]: () => json(ofx) });
  await choose();

  expect(await screen.findByText('The bank numbers each line, so each is known again.')).toBeDefined();
  expect(screen.queryByText(/No balances/)).toBeNull();
});

it('after a lost answer the same file is looked at again, and stored with the same key', async () => {
  const { keys, uploads } = await showFiles(listOf(), {
    [PREVIEW]: inTurn(lost, preview),
    [UPLOAD]: inTurn(lost, stored),
  });
  await choose();
  expect((await screen.findByRole('alert')).textContent).toContain('The portal cannot be reached');
  await press('Try again');
  await store();
  await press('Store the file');
  expect((await screen.findByRole('alert')).textContent).toContain('The portal cannot be reached');
  await press('Try again');

  await waitFor(() => expect(uploads()).toHaveLength(2));
  expect(uploads()[1]).toEqual(uploads()[0]);
  const [, , first, second] = keys;
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toBe(first);
});

it('the first file of an account asks its first day after it was looked at, and a change is looked at again', async () => {
  const first = () => json(bankPreviewOf({ bookFrom: null }));
  const { previews, uploads } = await showFiles(listOf(), { [PREVIEW]: first, [UPLOAD]: stored });
  await choose();
  const day = await screen.findByLabelText(/^Book lines from/);
  expect(previews()).toEqual([{ fileName: 'november.csv', text: TEXT }]);
  expect(day).toHaveProperty('value', '2026-11-01');
  expect(screen.getByText(/^No file of FNB, ending in 4567 was read yet\./)).toBeDefined();

  fireEvent.change(day, { target: { value: '' } });
  expect(screen.queryByRole('button', { name: 'Store the file' })).toBeNull();
  await press('Show what it brings');
  expect(screen.getByText('Choose the first day')).toBeDefined();
  fireEvent.change(day, { target: { value: '2026-11-10' } });
  await press('Show what it brings');
  await store();
  expect(previews()[1]).toMatchObject({ bookFrom: '2026-11-10' });
  await press('Store the file');

  await waitFor(() => expect(uploads()).toMatchObject([{ bookFrom: '2026-11-10' }]));
});

it('a first day that the server refuses says so at its field, and what was typed stays', async () => {
  const sentence = 'Choose a day until tomorrow.';
  await showFiles(listOf(), {
    [PREVIEW]: () => json(bankPreviewOf({ bookFrom: null })),
    [UPLOAD]: refusal('unprocessable', sentence, { fields: { bookFrom: sentence } }),
  });
  await choose();
  await store();
  await press('Store the file');

  expect(await screen.findByText(sentence)).toBeDefined();
  const day = screen.getByLabelText(/^Book lines from/);
  expect(day).toHaveProperty('value', '2026-11-01');
  await waitFor(() => expect(document.activeElement).toBe(day));
});

it('a file of another account says which it names and which are ours, and its columns can be chosen', async () => {
  const sentence = 'The file is of account 998877, which is none of yours that receive money.';
  await showFiles(listOf({ accounts: [FNB, CAPITEC] }), {
    [PREVIEW]: refusal('other_account', sentence, { fields: { account: sentence } }),
  });
  await choose();

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(sentence);
  expect(alert.textContent).toContain('Yours: FNB, ending in 4567; Capitec Business, ending in 9999.');
  expect(screen.queryByRole('button', { name: /again|brings/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose the columns' })).toBeDefined();
  await press('Choose another file');
  expect(await screen.findByLabelText(/^Drop your bank's file here/)).toBeDefined();
});

it('a file that names no account asks for it in the words of the server, and its answer is kept and sent', async () => {
  const sentence = 'It begins with R 90 000,00, and the last file of FNB ended with R 397,00. Please choose.';
  const { previews, uploads } = await showFiles(listOf({ accounts: [FNB, CAPITEC] }), {
    [PREVIEW]: inTurn(refusal('account_needed', sentence, { fields: { account: sentence } }), preview),
    [UPLOAD]: stored,
  });
  await choose();
  const account = await screen.findByLabelText(/^Account/);
  expect(screen.getByText(sentence)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(account));
  await press('Show what it brings');
  expect(screen.getByText('Choose the account that received the money')).toBeDefined();
  fireEvent.change(account, { target: { value: CAPITEC.number } });
  await press('Show what it brings');
  await store();
  expect(previews()[1]).toMatchObject({ account: CAPITEC.number, text: TEXT });
  await press('Store the file');

  await waitFor(() => expect(uploads()).toMatchObject([{ account: CAPITEC.number }]));
});

it('a file whose days can be read both ways asks once, with both days in words', async () => {
  const question = 'Is 11/5 the 11th of May or the 5th of November?';
  const { previews } = await showFiles(listOf(), {
    [PREVIEW]: inTurn(refusal('days_unclear', question, { fields: { dayOrder: question } }), preview),
  });
  await choose();
  expect(await screen.findByRole('group', { name: question })).toBeDefined();
  await press('Show what it brings');
  expect(screen.getByRole('alert').textContent).toBe('Choose which day is meant');
  fireEvent.click(screen.getByLabelText('The 5th of November'));
  await press('Show what it brings');

  await store();
  expect(previews()[1]).toMatchObject({ dayOrder: 'months-first' });
  expect(screen.getByLabelText('The 11th of May')).toBeDefined();
});

const ROWS = [
  ['Day', 'Text', 'More', 'Sum'],
  ['03/11/2026', 'EFT OW10002', 'A', '600.00'],
];
const UNKNOWN = refusal('columns_unknown', 'The portal does not know this file.', {
  file: { rows: ROWS, rowsFrom: 14 },
});

it('an unknown file shows its rows with their numbers, and is read with the columns that were chosen', async () => {
  const { previews, uploads } = await showFiles(listOf(), {
    [PREVIEW]: inTurn(UNKNOWN, preview),
    [UPLOAD]: stored,
  });
  await choose();
  const cell = await screen.findByText('EFT OW10002');
  expect(cell.closest('tr')?.textContent).toMatch(/^1503/);
  fireEvent.change(screen.getByLabelText('Column 2'), { target: { value: '' } });
  await press('Show what it brings');
  const asking = screen.getByLabelText('Column 2');
  expect(screen.getByRole('alert').textContent).toBe('Choose the column of the description');
  expect(asking.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  expect(asking.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(asking);
  expect(previews()).toHaveLength(1);

  expect(screen.getByText('‘03/11/2026’ is read as 3 November 2026.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Column 2'), { target: { value: 'description' } });
  fireEvent.change(screen.getByLabelText('Column 3'), { target: { value: 'description' } });
  await press('Show what it brings');
  await store();
  const mapping = { date: 0, description: [1, 2], amount: 3, dateFormat: 'DD/MM/YYYY' };
  expect(previews()[1]).toMatchObject({ mapping, text: TEXT });
  await press('Store the file');

  await waitFor(() => expect(uploads()).toMatchObject([{ mapping }]));
});

it("'Change the columns' hides what was shown, and goes back to the columns as they were chosen", async () => {
  await showFiles(listOf(), { [PREVIEW]: inTurn(UNKNOWN, preview, preview) });
  await choose();
  await screen.findByText('EFT OW10002');
  fireEvent.change(screen.getByLabelText('Column 3'), { target: { value: 'reference' } });
  await press('Show what it brings');
  await store();
  expect(screen.queryByLabelText('Column 3')).toBeNull();
  await press('Change the columns');

  expect(screen.getByLabelText('Column 3')).toHaveProperty('value', 'reference');
  expect(screen.queryByText(/^Ties/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Store the file' })).toBeNull();
});

it('a file whose columns the portal knows can get other ones, or keep them after all', async () => {
  const { previews } = await showFiles(listOf(), { [PREVIEW]: preview });
  await choose();
  await store();
  await press('Change the columns');
  expect(screen.getByText('2026/11/23')).toBeDefined();
  await press('Leave the columns as they were');

  await store();
  expect(previews()[1]).toEqual(previews()[0]);
});

it('a column that the server cannot read says so under the rows, and every choice stays', async () => {
  const sentence = 'The amount of row 2 cannot be read.';
  await showFiles(listOf(), {
    [PREVIEW]: inTurn(UNKNOWN, refusal('unprocessable', sentence, { fields: { mapping: sentence } })),
  });
  await choose();
  await screen.findByText('EFT OW10002');
  fireEvent.change(screen.getByLabelText('Column 3'), { target: { value: 'reference' } });
  await press('Show what it brings');

  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(screen.getByLabelText('Column 1')).toHaveProperty('value', 'date');
  expect(screen.getByLabelText('Column 3')).toHaveProperty('value', 'reference');
});

it('remembered columns that do not fit a file can be chosen again', async () => {
  const sentence = 'The amount of row 2 cannot be read.';
  await showFiles(listOf(), {
    [PREVIEW]: refusal('unprocessable', sentence, { fields: { mapping: sentence } }),
  });
  await choose();

  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(screen.getByLabelText('Column 1')).toHaveProperty('value', 'date');
  expect(screen.getByText('2026/11/23')).toBeDefined();
});

it('every refusal of a CSV offers its columns, and that of an OFX file does not', async () => {
  const refused = refusal('unprocessable', 'It cannot be read.', { fields: { text: 'It cannot be read.' } });
  await showFiles(listOf(), { [PREVIEW]: refused });
  await choose();
  await screen.findByRole('alert');
  await press('Choose the columns');
  expect(screen.getByLabelText('Column 4')).toHaveProperty('value', 'description');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Column 1')));

  await press('Choose another file');
  await screen.findByLabelText(/^Drop your bank's file here/);
  await choose('OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1>', 'november.ofx');
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Choose the columns' })).toBeNull();
});

const BROKEN = { row: 12, quoted: '2026/11/23,600.00,1600.00,OW10002' };

it('a balance that does not follow quotes its row, and the file is taken without balances only by a press', async () => {
  const { previews, uploads } = await showFiles(listOf(), {
    [PREVIEW]: inTurn(
      refusal('balance_breaks', 'The balance of row 12 does not follow.', {
        file: { ...BROKEN, mayDropBalances: true },
      }),
      preview,
    ),
    [UPLOAD]: stored,
  });
  await choose();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The balance of row 12 does not follow.');
  expect(alert.textContent).toContain(BROKEN.quoted);
  const buttons = [...(alert.closest('section')?.querySelectorAll('button') ?? [])];
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Choose another file',
    'Take it without its balances',
    'Choose the columns',
  ]);
  await press('Take it without its balances');
  await store();
  expect(previews()[1]).toEqual({ ...Object(previews()[0]), withoutBalances: true });
  await press('Store the file');

  await waitFor(() => expect(uploads()).toMatchObject([{ withoutBalances: true }]));
});

it('a file that does not tell in from out without its balances is not taken without them', async () => {
  await showFiles(listOf(), {
    [PREVIEW]: refusal('balance_breaks', 'The amounts have no sign.', {
      file: { ...BROKEN, mayDropBalances: false },
    }),
  });
  await choose();
  await screen.findByRole('alert');

  expect(screen.queryByRole('button', { name: 'Take it without its balances' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose the columns' })).toBeDefined();
});
