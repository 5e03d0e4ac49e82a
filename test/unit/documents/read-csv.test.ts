import Papa from 'papaparse';
import { expect, it, vi } from 'vitest';
import { readCsv as readRows } from '#functions/documents/read-csv.ts';

const readCsv = (text: string) => readRows(text, 100);

it('a row keeps its place in the file, and empty rows above it count', () => {
  expect(readCsv('a,b\n\n,\n"c ""d""\ne",f\n').rows).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 4, cells: ['c "d" e', 'f'] },
  ]);
});

it.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['commas', ','],
])(
  '%s separate cells if they divide most rows alike, whatever stands above and in the texts',
  (_, separator) => {
    const lines = [
      ['Statement, of Monday'],
      ['Date', 'Description', 'Amount'],
      ['20261102', separator === ',' ? 'Smith; Jones; Co' : 'Smith, Jones, Co', '1250.00'],
      ['20261103', 'Naidoo', '12.00'],
    ];

    expect(readCsv(lines.map((cells) => cells.join(separator)).join('\n')).rows.at(-1)?.cells).toEqual(
      lines.at(-1),
    );
  },
);

it('decimal commas do not outweigh the semicolons of a spreadsheet', () => {
  expect(readCsv('20261102;OW10002;1250,00;5000,00\n20261103;OW10003;12,00;5012,00').rows[0]?.cells).toEqual([
    '20261102',
    'OW10002',
    '1250,00',
    '5000,00',
  ]);
});

it('control characters, half surrogate pairs and repeated spaces are removed', () => {
  expect(readCsv('\uFEFFa\0b\u0007,\uD800c   d ,😀').rows[0]?.cells).toEqual(['ab', 'c d', '😀']);
});

it('a row whose quotes do not close is named', () => {
  expect(readCsv('a,b\nc,d\n"e,f\n').brokenRow).toBe(3);
  expect(readCsv('a,b\n"c" d,e\nf,g\n').brokenRow).toBe(2);
  expect(readCsv('a,b\nc "d" e,f\n').brokenRow).toBeUndefined();
});

it('a text of more rows than are read says so', () => {
  const rows = (count: number) => readCsv('a,b\n'.repeat(count));

  expect(rows(99)).toMatchObject({ rows: { length: 99 }, isLonger: false });
  expect(rows(200)).toMatchObject({ rows: { length: 100 }, isLonger: true });
});

it('a text is parsed once for each separator that it may have, and once with the one that it has', () => {
  const parse = vi.spyOn(Papa, 'parse');
  readCsv('a;b\n'.repeat(99));

  expect(parse.mock.calls.map(([, options]) => options?.delimiter)).toEqual([',', ';', '\t', '|', ';']);
  parse.mockRestore();
});

it('a row of countless cells is read up to the hundredth, and its separators are counted in its beginning', () => {
  const parse = vi.spyOn(Papa, 'parse');

  expect(readCsv('a;'.repeat(500_000)).rows[0]?.cells).toHaveLength(100);
  const compared = parse.mock.calls.map(([text]) => String(text).length);
  expect(compared.filter((length) => length > 64 * 1024)).toEqual([1_000_000]);
  parse.mockRestore();
});

it.each(['\r\n', '\r', '\n'])(
  'a header that ends with %j above rows of other line ends loses no row',
  (end) => {
    expect(readCsv(`day,sum${end}1,2\n3,4\r\n5,6`).rows.map(({ cells }) => cells)).toEqual([
      ['day', 'sum'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  },
);
