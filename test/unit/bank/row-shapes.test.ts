import { expect, it } from 'vitest';
import { openBankFile } from '#functions/domain/bank/reading/read-bank-file.ts';

const headerOf = (...lines: string[]) => openBankFile(lines.join('\n')).header;

it('a file without a header is remembered by the number of its cells and what stands in each', () => {
  expect(headerOf('13.11.26,76.00,OW10037', '16.11.26,-20.00,FEE')).toBe('3 columns: n.n.n, figure, text');
  expect(headerOf('MAGTAPE CREDIT,20261124,397.00')).toBe('3 columns: text, 8 digits, figure');
  expect(headerOf('3 Nov 2026,EFT,,12.10,100.00')).toBe('5 columns: n mmm yyyy, text, empty, figure, figure');
  expect(headerOf('2026/11/03,EFT,1 000.00', '2026/11/13,FEE,')).toBe(
    headerOf('2026/12/04,PAID,5.00', '2026/12/24,,-12.10'),
  );
});

it('days of another form, or another number of cells, are another shape', () => {
  const shapes = [
    '2026/11/03,EFT,1.00',
    '2026-11-03,EFT,1.00',
    '03/11/2026,EFT,1.00',
    '03/11/26,EFT,1.00',
    '20261103,EFT,1.00',
    '03Nov2026,EFT,1.00',
    '2026/11/03,EFT,1.00,2.00',
    '2026/11/03,1.00,EFT',
  ];

  expect(new Set(shapes.map((line) => headerOf(line))).size).toBe(shapes.length);
});
