import { expect, it } from 'vitest';
import {
  assign,
  findMissing,
  guessFormat,
  guessRoles,
  readExample,
  toMapping,
} from '#web/features/bank/file-columns.ts';

const ROWS = [
  ['Investec', 'Business account'],
  ['Posted date', 'Narrative', 'Money out', 'Money in', 'Balance'],
  ['03/11/2026', 'EFT OW10002', '', '1150.00', '2150.00'],
  ['14/11/2026', 'BANK CHARGES', '12.50', '', '2137.50'],
];

it('the columns are guessed by the header, wherever it stands', () => {
  expect(guessRoles(ROWS)).toEqual(['date', 'description', 'debit', 'credit', 'balance']);
  expect(guessRoles([['Fees'], ['a', 'b']])).toEqual([undefined, undefined]);
  expect(
    guessRoles([
      ['When', 'Sum'],
      ['1.00', '20261103'],
    ]),
  ).toEqual([undefined, 'date']);
});

it('a column has one role, and each role one column', () => {
  expect(assign(['date', undefined, 'amount'], 1, 'date')).toEqual([undefined, 'date', 'amount']);
  expect(assign(['date', undefined], 0, undefined)).toEqual([undefined, undefined]);
});

it('the format of the days is the one that reads most of them, and days come before months in South Africa', () => {
  expect(guessFormat(ROWS, 0)).toBe('DD/MM/YYYY');
  expect(guessFormat([['11/14/2026'], ['11/03/2026']], 0)).toBe('MM/DD/YYYY');
  expect(guessFormat([['03/11/2026']], 0)).toBe('DD/MM/YYYY');
});

it('the example is a day of the file, or a cell that cannot be read', () => {
  expect(readExample(ROWS, 0, 'DD/MM/YYYY')).toEqual({ cell: '14/11/2026', day: '2026-11-14' });
  expect(readExample(ROWS, 0, 'YYYYMMDD')).toEqual({ cell: '14/11/2026', day: undefined });
});

it('columns are complete with a date, a description, and an amount or the money in', () => {
  expect(findMissing([])).toBe('Choose the column of the date');
  expect(findMissing(['date'])).toBe('Choose the column of the description');
  expect(findMissing(['date', 'description', 'debit'])).toMatch(/^Choose the column of the amount, or/);
  expect(findMissing(['date', 'description', 'credit'])).toBeUndefined();
  expect(toMapping(['date', undefined, 'description', 'amount'], 'YYYYMMDD')).toEqual({
    date: 0,
    description: 2,
    amount: 3,
    dateFormat: 'YYYYMMDD',
  });
});
