import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsvRecord } from '#functions/documents/csv.ts';

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

describe.each([',', ';', '\t'])('a file that is read with %j between its cells', (delimiter) => {
  it.each(ATTACKS)('a CSV file holds no formula for the value %j', (attack) => {
    const csv =
      toCsvRecord(['OW10001', attack, 'Nkosi']) +
      toCsvRecord(['OW10002', 'Thandi;', attack]) +
      toCsvRecord(['OW10003', attack, attack]);

    expect(cellsOf(csv, delimiter).filter((cell) => FORMULA.test(cell))).toEqual([]);
  });
});

it('the search for formulas in a CSV file finds one that has no apostrophe', () => {
  expect(cellsOf('OW1,"x;=1+1;"\r\n', ';').some((cell) => FORMULA.test(cell))).toBe(true);
  expect(cellsOf('OW1,=1+1\r\n', ',').some((cell) => FORMULA.test(cell))).toBe(true);
});

it.each([
  'Jean-Luc',
  'Smith; Sons',
  'Smith, Jones & Co.',
  'a = b',
  '2+2',
  'zoe@example.com',
  '0821234567',
  '12-14 Loop Street; Cape Town',
  "O'Brien",
  'O"Brien, Jr',
  'Zoë\nŠmit',
])('the CSV writer leaves %j unchanged', (text) => {
  expect(cellsOf(toCsvRecord([text]), ',')[0]).toBe(text);
});

it('the CSV writer puts an apostrophe before an international phone number', () => {
  expect(toCsvRecord(['+44 20 7946 0000'])).toBe("'+44 20 7946 0000\r\n");
});

it('the CSV writer quotes a text that a reader with semicolons would split', () => {
  expect(toCsvRecord(['OW10001', 'Smith; Sons', -12.5, null])).toBe('OW10001,"Smith; Sons",-12.5,\r\n');
});

it('the CSV writer gives every amount two decimals, and a debt no apostrophe', () => {
  expect(toCsvRecord([{ cents: 30_000 }, { cents: 415_863 }, { cents: -5 }])).toBe(
    '300.00,4158.63,-0.05\r\n',
  );
});
