import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { type Cell, toCsvRecord } from '#functions/documents/csv.ts';
import { CSV_FORMS } from '#shared/contract/limits.ts';

/** Text that a spreadsheet runs as a formula: it skips leading spaces, and quotes that open nothing. */
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', "=cmd|' /C calc'!A0"];

const ATTACKS = FORMULAS.flatMap((formula) => [
  formula,
  ` ${formula}`,
  `\t${formula}`,
  `\r${formula}`,
  `\n${formula}`,
  `\u00A0${formula}`,
  `"${formula}`,
  `""${formula}`,
  `x;${formula};`,
  `x,${formula},`,
  `x; ${formula}`,
  `x\t${formula}`,
  `x\r\n${formula}`,
  `x;"${formula}";`,
  `x;""${formula};`,
  `x\n"${formula}"`,
  `";${formula};"`,
  `x",${formula}`,
  `x";${formula}`,
  `x";"${formula}`,
  `;;${formula}`,
  `${formula};${formula}\n${formula}`,
]);

const cellsOf = (csv: string, delimiter: string): string[] => {
  const { data } = Papa.parse<string[]>(csv, { delimiter });

  return data.flat();
};

describe.each(CSV_FORMS)('a CSV file for %s', (form) => {
  it.each(['\t', ',', ';'].flatMap((delimiter) => ATTACKS.map((attack) => [delimiter, attack] as const)))(
    'read with %j between its cells, holds no formula for the value %j',
    (delimiter, attack) => {
      const csv =
        toCsvRecord(['OW10001', attack, 'Nkosi'], form) +
        toCsvRecord(['OW10002', 'Thandi;', attack], form) +
        toCsvRecord(['OW10003', attack, attack], form);

      expect(cellsOf(csv, delimiter).filter((cell) => FORMULA.test(cell))).toEqual([]);
    },
  );

  it.each([
    'Jean-Luc',
    'Smith; Sons',
    'Smith, Jones & Co.',
    'a = b',
    '2+2',
    'zoe@example.com',
    '082 123 4567',
    '4123456789',
    '12-14 Loop Street; Cape Town',
    "O'Brien",
    'O"Brien, Jr',
    'Zoë\nŠmit',
    'Thandi 😀',
    '1,5',
  ])('is read back with the text %j as it was', (text) => {
    expect(
      cellsOf(toCsvRecord(['first', text, 'last'], form), form === 'excel' ? ';' : ',').slice(0, 3),
    ).toEqual(['first', text, 'last']);
  });
});

it('the search for formulas in a CSV file finds one that has no apostrophe', () => {
  expect(cellsOf('OW1,"x;=1+1;"\r\n', ';').some((cell) => FORMULA.test(cell))).toBe(true);
  expect(cellsOf('OW1,=1+1\r\n', ',').some((cell) => FORMULA.test(cell))).toBe(true);
});

const CELLS: [name: string, cell: Cell, forExcel: string, forPrograms: string][] = [
  ['nothing', null, '', ''],
  ['a text', 'Nkosi', 'Nkosi', 'Nkosi'],
  ['a text with both separators', 'a;b,c', '"a;b,c"', '"a;b,c"'],
  ['a text with quotes', 'O"Brien', '"O""Brien"', '"O""Brien"'],
  ['an international phone number', '+44 20 7946 0000', "'+44 20 7946 0000", "'+44 20 7946 0000"],
  ['a text of digits that begins with 0', '0821234567', "'0821234567", '0821234567'],
  ['a text of eleven digits', '12345678901', '12345678901', '12345678901'],
  ['a text of twelve digits', '123456789012', "'123456789012", '123456789012'],
  ['the serial of a SIM', '8927000001234567890', "'8927000001234567890", '8927000001234567890'],
  ['a text that reads as a power of ten', '12E5', "'12E5", '12E5'],
  ['a whole number', 84, '84', '84'],
  ['a number with decimals', 1.125, '1,125', '1.125'],
  ['a number below 0', -12.5, '-12,5', '-12.5'],
  ['an amount', { cents: 30_000 }, '300,00', '300.00'],
  ['an amount above a thousand', { cents: 123_456_789 }, '1234567,89', '1234567.89'],
  ['an amount below 0', { cents: -9_999 }, '-99,99', '-99.99'],
  ['an amount of some cents below 0', { cents: -5 }, '-0,05', '-0.05'],
  ['no amount', { cents: null }, '', ''],
  ['the amount 0', { cents: 0 }, '0,00', '0.00'],
  ['a day', { day: '2026-11-27' }, '2026/11/27', '2026-11-27'],
  ['no day', { day: null }, '', ''],
  // 28 November in South Africa.
  ['an instant', { instant: '2026-11-27T22:30:09Z' }, '2026/11/28 00:30:09', '2026-11-28 00:30:09'],
];

it.each(CELLS)(
  'the CSV writer writes %s in the form for each program',
  (_name, cell, forExcel, forPrograms) => {
    expect(toCsvRecord(['x', cell, 'y'], 'excel')).toBe(`x;${forExcel};y\r\n`);
    expect(toCsvRecord(['x', cell, 'y'], 'programs')).toBe(`x,${forPrograms},y\r\n`);
  },
);
