import { expect, it } from 'vitest';
import { BANK_CASES, readCaseBytes } from '#test/support/bank/bank-cases.ts';
import { decodeFile } from '#web/features/bank/decode-file.ts';
import { assign, findMissing, hasRoom, placeOfMissing, toMapping } from '#web/features/bank/file-columns.ts';
import { guessColumns, guessFormat, guessRoles, readExample } from '#web/features/bank/guess-columns.ts';
import { readRows } from '#web/features/bank/read-rows.ts';

const ROWS = [
  ['Investec', 'Business account'],
  ['Posted date', 'Narrative', 'Money out', 'Money in', 'Balance'],
  ['03/11/2026', 'EFT OW10002', '', '1150.00', '2150.00'],
  ['14/11/2026', 'BANK CHARGES', '12.50', '', '2137.50'],
];

it('the columns are guessed by the header, wherever it stands', () => {
  expect(guessRoles(ROWS)).toEqual(['date', 'description', 'debit', 'credit', 'balance']);
});

it("a header's word gives no role to cells that cannot have it", () => {
  const rows = [
    ['Value Date', 'Value Time', 'Value', 'Type', 'Details', 'Charge'],
    ['2026-11-24', '12:45:56', '91.00', 'DEBIT', 'FUEL', 'J Sample'],
    ['2026-11-20', '17:56:21', '397.00', 'CREDIT', 'EFT OW10037', ''],
  ];

  expect(guessRoles(rows)).toEqual(['date', undefined, 'amount', 'inOrOut', 'description', undefined]);
});

it('the day of posting comes before that of the purchase', () => {
  const rows = [
    ['Transaction Date', 'Posting Date', 'Description', 'Amount'],
    ['2026/11/16', '2026/11/17', 'EFT OW10002', '600.00'],
  ];

  expect(guessRoles(rows)).toEqual([undefined, 'date', 'description', 'amount']);
});

it('without a header the balance is the column that adds up, in either order, and the longest text the description', () => {
  const rows = [
    ['000259', '24/11/2026', 'EFT', 'OW10002 FROM A SAMPLE', '600.00', '1587.50'],
    ['000260', '23/11/2026', 'FEE', 'MONTHLY CHARGES', '-12.50', '987.50'],
    ['000261', '20/11/2026', 'EFT', 'OW10003 FROM B SAMPLE', '1000.00', '1000.00'],
  ];
  const expected = [undefined, 'date', 'reference', 'description', 'amount', 'balance'];

  expect(guessRoles(rows)).toEqual(expected);
  expect(guessRoles(rows.toReversed())).toEqual(expected);
});

it('without a header two columns that are never both filled are money out and money in, as the balance says', () => {
  const rows = [
    ['20/11/2026', 'OW10003 FROM B SAMPLE', '', '1000.00', '1000.00'],
    ['23/11/2026', 'MONTHLY CHARGES', '12.50', '', '987.50'],
  ];

  expect(guessRoles(rows)).toEqual(['date', 'description', 'debit', 'credit', 'balance']);
});

it('without a header and a balance the amount is the column with both signs, and a word may tell in from out', () => {
  expect(
    guessRoles([
      ['20/11/2026', '1', 'OW10003', '1000.00'],
      ['23/11/2026', '2', 'FEE', '-12.50'],
    ]),
  ).toEqual(['date', undefined, 'description', 'amount']);
  expect(
    guessRoles([
      ['20/11/2026', 'OW10003', '1000.00', 'CR'],
      ['23/11/2026', 'FEES', '12.50', 'DR'],
    ]),
  ).toEqual(['date', 'description', 'amount', 'inOrOut']);
});

it('a word that tells in from out is read only where the amounts have no sign, and is never the description', () => {
  const head = ['Details', 'Posting Date', 'Description', 'Amount'];
  const signed = [
    head,
    ['CREDIT', '11/24/2026', 'OW10003', '1000.00'],
    ['DEBIT', '11/03/2026', 'FEE', '-12.50'],
  ];
  const bare = [
    head,
    ['CREDIT', '11/24/2026', 'OW10003', '1000.00'],
    ['DEBIT', '11/03/2026', 'FEE', '12.50'],
  ];

  expect(guessRoles(signed)).toEqual([undefined, 'date', 'description', 'amount']);
  expect(guessRoles(bare)).toEqual(['inOrOut', 'date', 'description', 'amount']);
});

it('what a client typed is read wherever it stands, but no currency, time or number of a row', () => {
  expect(
    guessRoles([
      ['When it was', 'No', 'At', 'What it was', 'Their words', 'In', 'Paid'],
      ['10/11/2026', '00012', '08:15', 'PAYMENT BY SAMPLE LODGE', 'OW10004', 'ZAR', '845.00'],
      ['11/11/2026', '00013', '09:30', 'SERVICE FEE', '', 'ZAR', '-57.50'],
      ['12/11/2026', '00014', '10:45', 'PAYMENT BY B SAMPLE', 'OW10006', 'ZAR', '397.00'],
    ]),
  ).toEqual(['date', undefined, undefined, 'description', 'reference', undefined, 'amount']);
});

it('nothing is guessed for rows without a day and a figure, nor for figures that nothing tells apart', () => {
  expect(guessRoles([['Fees'], ['a', 'b']])).toEqual([undefined, undefined]);
  expect(guessRoles([['20/11/2026', 'OW10003', '10.00', '20.00']])).toEqual([
    'date',
    'description',
    undefined,
    undefined,
  ]);
});

const CASES = BANK_CASES.flatMap((one) => (one.mapping ? [{ ...one, mapping: one.mapping }] : []));
const DAY_AND_MONEY = ['date', 'amount', 'credit', 'debit', 'balance', 'dateFormat'] as const;

it.each(CASES)('the guess of $id is right about its day, its money and its text', (one) => {
  const { shown } = readRows(decodeFile(readCaseBytes(one)));
  const { roles, dateFormat } = guessColumns(shown.rows);
  const guessed = toMapping(roles, dateFormat);
  const pick = (mapping: typeof guessed) => DAY_AND_MONEY.map((name) => [name, mapping[name]]);

  expect(findMissing(roles)).toBeUndefined();
  expect(pick(guessed)).toEqual(pick(one.mapping));
  // A column of fees that the reader may leave out is named, too.
  expect(guessed.fee).toBe(one.mapping.fee ?? guessed.fee);
  expect([guessed.description].flat()).toEqual(expect.arrayContaining([one.mapping.description].flat()));
});

it('a column has one role, and each role one column, but texts may stand in four', () => {
  expect(assign(['date', undefined, 'amount'], 1, 'date')).toEqual([undefined, 'date', 'amount']);
  expect(assign(['date', undefined], 0, undefined)).toEqual([undefined, undefined]);
  expect(assign(['description', undefined], 1, 'description')).toEqual(['description', 'description']);
  const four = ['reference', 'reference', 'reference', 'reference', undefined] as const;
  expect(hasRoom(four, 'reference')).toBe(false);
  expect(hasRoom(four, 'description')).toBe(true);
  expect(hasRoom(['date', 'amount'], 'date')).toBe(true);
});

it('the format of the days is the one that reads most of them, in the spelling of the column', () => {
  expect(guessFormat(ROWS, 0)).toBe('DD/MM/YYYY');
  expect(guessFormat([['11/14/2026'], ['11/03/2026']], 0)).toBe('MM/DD/YYYY');
  expect(guessFormat([['03/11/2026']], 0)).toBe('DD/MM/YYYY');
  expect(guessFormat([['2026-11-03']], 0)).toBe('YYYY-MM-DD');
  expect(guessFormat([['2026/11/03']], 0)).toBe('YYYY/MM/DD');
  expect(guessFormat([['03Nov2026']], 0)).toBe('DDMMMYYYY');
  expect(guessFormat([['30/10'], ['04/11']], 0)).toBe('DD/MM');
});

it('the example is a day of the file as the server reads it, or a cell that cannot be read', () => {
  expect(readExample(ROWS, 0, 'DD/MM/YYYY')).toEqual({ cell: '14/11/2026', day: '2026-11-14' });
  expect(readExample([['26.11.26']], 0, 'DD/MM/YYYY')).toEqual({ cell: '26.11.26', day: '2026-11-26' });
  expect(readExample([['01 Okt 2026']], 0, 'DD MMM YYYY')).toEqual({
    cell: '01 Okt 2026',
    day: '2026-10-01',
  });
  expect(readExample(ROWS, 0, 'YYYYMMDD')).toEqual({ cell: '14/11/2026', day: undefined });
});

it('columns are complete with a date, a description, and an amount or the money in', () => {
  expect(findMissing([])).toBe('Choose the column of the date');
  expect(findMissing(['date'])).toBe('Choose the column of the description');
  expect(findMissing(['date', 'description', 'debit'])).toMatch(/^Choose the column of the amount, or/);
  expect(findMissing(['date', 'description', 'credit'])).toBeUndefined();
});

it('a missing column is asked for at the first one that is not read, or at the one that wants another', () => {
  expect(placeOfMissing(['date', 'balance', undefined, undefined])).toBe(2);
  expect(placeOfMissing(['date', 'inOrOut', 'description', undefined])).toBe(1);
  expect(placeOfMissing(['date', 'balance'])).toBe(0);
  expect(placeOfMissing(['reference', undefined, 'date', 'description', 'credit'])).toBe(0);
});

it('a mapping names one place of a column, and several of a text in their order', () => {
  expect(
    toMapping(['date', 'reference', 'description', 'amount', 'inOrOut', 'description'], 'YYYYMMDD'),
  ).toEqual({
    date: 0,
    reference: 1,
    description: [2, 5],
    amount: 3,
    inOrOut: 4,
    dateFormat: 'YYYYMMDD',
  });
});

it('the shown rows begin a little above the first one with a day and a figure, with its number in the file', () => {
  const head = Array.from({ length: 13 }, (_, place) => `Line ${place + 1};of the bank`);
  const rows = Array.from({ length: 20 }, (_, place) => `${place + 1}/11/2026;EFT;;1.00;2.00;x`);
  const { count, shown } = readRows([...head, 'Day;What;;In;Saldo;', ...rows, ''].join('\n'));

  expect(count).toBe(34);
  expect(shown.from).toBe(12);
  expect(shown.rows).toHaveLength(12);
  expect(shown.rows.slice(2, 4)).toEqual([
    ['Day', 'What', '', 'In', 'Saldo', ''],
    ['1/11/2026', 'EFT', '', '1.00', '2.00', 'x'],
  ]);
});

it('a file without a row of money shows its first rows', () => {
  expect(readRows('a,b\n\nc,d\n').shown).toEqual({ rows: [['a', 'b'], [''], ['c', 'd']], from: 1 });
});
