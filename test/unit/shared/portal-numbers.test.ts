import { describe, expect, it } from 'vitest';
import { hasNumber, readDocumentNumber, readOwNumber } from '#shared/portal-numbers.ts';

describe('a typed OW number', () => {
  it.each([
    'OW10001',
    'ow10001',
    'OW 10001',
    'OW-10001',
    'OW\u201310001',
    'OW\u201110001',
    'OW\u221210001',
    'OW\u00a010001',
    '0W10001',
    'oW1OOO1',
    'OWl000I',
    'OW010001',
    '#ow10001',
    'OW #10001',
    'OW no. 10001',
    '\u202aOW\u200b10001\u202c',
    'OW10\u00ad001',
    '“OW10001”',
    'OW10001.pdf',
    'ＯＷ１０００１',
    'OW 10 001',
  ])('is read: %j', (typed) => {
    expect(readOwNumber(typed)).toBe('OW10001');
  });

  it.each([
    '',
    'OW',
    'OW OIL',
    '10001',
    'NOW10001',
    'OW10001 Jan',
    'Jan OW10001',
    'OW10001/OW10002',
    'OW10001x',
    'OW1000110001100011',
    'ow10001@example.com',
    '\u200b'.repeat(10_000),
  ])('is not read: %j', (typed) => {
    expect(readOwNumber(typed)).toBeUndefined();
  });

  it("keeps the zero of the canary's number", () => {
    expect(readOwNumber('OW0')).toBe('OW0');
  });
});

describe('a typed number of a document', () => {
  it.each([
    'INV-2026-000084',
    'inv-2026-000084',
    'INV2026000084',
    'INV 2026 000084',
    'INV-2026-84',
    'INV 2026 84',
    'Invoice 2026 84',
    'Invoice no. 2026/84',
    'Invoice INV-2026-000084',
    'Tax Invoice: INV-2026-000084',
    '#INV-2026-000084',
    'INV–2026–000084',
    'INV\u20112026\u2011000084',
    'INV\u22122026\u2212000084',
    'INV\u00a02026\u00a0000084',
    'INV_2026_000084',
    'INV-2O26-OOOO84',
    'INV-2026-000084.pdf',
    'INV-2026-000084.PDF',
    '(INV-2026-000084)',
    '\u200bINV-2026\u00ad-000084\u2060',
    'ＩＮＶ-２０２６-００００８４',
  ])('is the invoice 84 of 2026: %j', (typed) => {
    expect(readDocumentNumber(typed)).toEqual({ series: 'INV', year: '2026', serial: '000084' });
  });

  it.each(['CN-2026-000084', 'cn 2026 84', '#CN2026000084', 'Credit note 2026-84', 'CN–2026–84.pdf'])(
    'is the credit note 84 of 2026: %j',
    (typed) => {
      expect(readDocumentNumber(typed)).toEqual({ series: 'CN', year: '2026', serial: '000084' });
    },
  );

  it.each([
    ['INV-84', { series: 'INV', year: undefined, serial: '000084' }],
    ['2026-84', { series: undefined, year: '2026', serial: '000084' }],
    ['2026 000084', { series: undefined, year: '2026', serial: '000084' }],
    ['#84', { series: undefined, year: undefined, serial: '000084' }],
    ['000084', { series: undefined, year: undefined, serial: '000084' }],
    ['INV-2026-1234567', { series: 'INV', year: '2026', serial: '1234567' }],
  ])('may leave out its series or year: %s', (typed, number) => {
    expect(readDocumentNumber(typed)).toEqual(number);
  });

  it.each([
    '',
    'INV',
    'INV-2026-',
    'INV-2026-000000',
    'INV-2026-0000840',
    'INV-2026-84 paid',
    'INV-2026-84, INV-2026-85',
    'XINV-2026-84',
    '2026-11-27',
    '1 250',
    '£84',
    '84%',
    '-84',
    '٣٤٥',
    'oil',
    '---',
    '9'.repeat(30),
  ])('is not read: %j', (typed) => {
    expect(readDocumentNumber(typed)).toBeUndefined();
  });

  it.each([
    ['INV-2026-84', 'INV-2026-000084', true],
    ['INV-2026-84', 'INV-2026-000840', false],
    ['INV-2026-84', 'INV-2025-000084', false],
    ['INV-2026-84', 'CN-2026-000084', false],
    ['2026-84', 'CN-2026-000084', true],
    ['84', 'INV-2025-000084', true],
    ['INV-2026-00003', 'INV-2026-000003', true],
    ['INV-2026-00003', 'INV-2026-000030', true],
    ['INV-2026-00003', 'INV-2026-000039', true],
    ['INV-2026-00003', 'INV-2026-000040', false],
    ['INV-2026-00003', 'INV-2025-000030', false],
    ['INV-2026-000003', 'INV-2026-000030', false],
    ['CN-2026-0001', 'CN-2026-000123', true],
    ['2026-00003', 'INV-2026-000031', true],
    ['invoice', 'INV-2025-000084', false],
  ])('%s is that of %s: %s', (typed, number, isIt) => {
    expect(hasNumber(readDocumentNumber(typed), number)).toBe(isIt);
  });
});
