import { describe, expect, it } from 'vitest';
import { guessDateFormat, readCents, readDayAs } from '#shared/bank/bank-cells.ts';

const TODAY = '2026-11-27';

describe('a day', () => {
  it.each([
    ['03/11/2026', 'DD/MM/YYYY', '2026-11-03'],
    ['03.11.26', 'DD/MM/YYYY', '2026-11-03'],
    ['03/11/2026', 'MM/DD/YYYY', '2026-03-11'],
    ['2026/11/03', 'YYYY/MM/DD', '2026-11-03'],
    ['2026-11-03 08:15', 'YYYY-MM-DD', '2026-11-03'],
    ['20261103', 'YYYYMMDD', '2026-11-03'],
    ['3 Nov 2026', 'DD MMM YYYY', '2026-11-03'],
    ['Nov 3, 2026', 'DD MMM YYYY', '2026-11-03'],
    ['November 3 2026', 'DD MMM YYYY', '2026-11-03'],
    ['03Nov2026', 'DDMMMYYYY', '2026-11-03'],
    ['03/11', 'DD/MM', '2026-11-03'],
    ['30/12', 'DD/MM', '2025-12-30'],
  ] as const)('%s in the format %s is %s', (cell, format, day) => {
    expect(readDayAs(cell, format, TODAY)).toBe(day);
  });

  it.each([
    'Jan Feb Mrt Apr Mei Jun Jul Aug Sept Okt Nov Des',
    'Januarie Februarie Maart April Mei Junie Julie Augustus September Oktober November Desember',
    'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    'January February March April May June July August September October November December',
  ])('has the months %s', (names) => {
    const months = names.split(' ').map((name) => readDayAs(`02 ${name} 2026`, 'DD MMM YYYY', TODAY));

    expect(months).toEqual(
      Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-02`),
    );
  });

  it.each([
    ['31/11/2026', 'DD/MM/YYYY'],
    ['Total', 'DD/MM/YYYY'],
    ['0999/11/03', 'YYYY/MM/DD'],
    ['1899/12/31', 'YYYY/MM/DD'],
    ['3000-01-01', 'YYYY-MM-DD'],
    ['00001103', 'YYYYMMDD'],
    ['02 Xyz 2026', 'DD MMM YYYY'],
    ['02 Marx 2026', 'DD MMM YYYY'],
  ] as const)('%s is none in the format %s', (cell, format) => {
    expect(readDayAs(cell, format, TODAY)).toBeUndefined();
  });

  it('is guessed to have the format that reads most cells, and its day before its month', () => {
    expect(guessDateFormat(['Date', '03/11/2026', '14/11/2026'], TODAY)).toBe('DD/MM/YYYY');
    expect(guessDateFormat(['11/14/2026', '11/03/2026'], TODAY)).toBe('MM/DD/YYYY');
    expect(guessDateFormat(['03/11/2026'], TODAY)).toBe('DD/MM/YYYY');
    expect(guessDateFormat(['24.11.26'], TODAY)).toBe('DD/MM/YYYY');
    expect(guessDateFormat(['30/10', '04/11'], TODAY)).toBe('DD/MM');
    expect(guessDateFormat(['01 Okt 2026'], TODAY)).toBe('DD MMM YYYY');
  });
});

it('an amount of a column of a mapper is read as the server reads it', () => {
  expect(readCents('1 250,00')).toBe(125_000);
  expect(readCents('Total')).toBeUndefined();
});
