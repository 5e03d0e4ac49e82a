import { describe, expect, it } from 'vitest';
import { readReferences } from '#functions/domain/bank/read-references.ts';

const read = (reference: string, description = '') => readReferences({ description, reference });
const owNumbers = (text: string) => read(text).owNumbers.map(({ owNumber }) => owNumber);
const invoices = (text: string) => read(text).invoices.map(({ number }) => number);
const payer = (description: string) => readReferences({ description, reference: null }).payer;

describe('OW numbers of a text', () => {
  it.each([
    ['as it is printed', 'OW10002', ['OW10002']],
    ['in lower case', 'ow10002', ['OW10002']],
    ['zero for O', '0W10002', ['OW10002']],
    ['letters for digits', 'OWlOOo2', ['OW10002']],
    ['small and large i for 1', 'OWi0I02', ['OW10102']],
    ['a hyphen', 'OW-10002', ['OW10002']],
    ['a dot', 'OW.10002', ['OW10002']],
    ['words around it', 'thanks OW10002, bye', ['OW10002']],
    ['a word of the same letters behind it', 'OW10002LTD', ['OW10002']],
    ['a word behind a space', 'OW10002 LINDIWE', ['OW10002']],
    ['two numbers', 'OW10002/OW10003', ['OW10002', 'OW10003']],
    ['spaces among the digits, the longest first', 'OW 10 00-2', ['OW10002', 'OW1000', 'OW10']],
    ['another group of digits behind it', 'OW10002 2026', ['OW100022026', 'OW10002']],
    ['15 digits behind it', 'OW10002 123456789012345', ['OW10002']],
  ])('are read: %s', (_, text, expected) => {
    expect(owNumbers(text)).toEqual(expected);
  });

  it.each([
    ['a letter before it', 'NOW10002'],
    ['a digit before it', '1OW10002'],
    ['no digit behind it', 'OW'],
    ['only letters that look like digits', 'OW OIL'],
    ['a word between', 'OW no 10002'],
    ['too many digits in one group', 'OW10002123456789012345'],
  ])('are not read: %s', (_, text) => {
    expect(owNumbers(text)).toEqual([]);
  });

  it('a number never ends inside a group of digits', () => {
    expect(owNumbers('OW100021')).toEqual(['OW100021']);
  });

  it.each([
    ['at the end', 'from OW10002', true],
    ['at the end but for spaces', 'OW10002  ', true],
    ['at the end of one of several columns', 'OW10002 / EFT', true],
    ['before a word', 'OW10002 thanks', false],
    ['before a dot', 'OW10002.', false],
  ])('a number %s says whether its field ends there', (_, text, isAtEnd) => {
    expect(read(text).owNumbers).toEqual([{ owNumber: 'OW10002', isAtEnd }]);
  });

  it('both fields are read', () => {
    expect(read('OW10002', 'OW10003').owNumbers.map(({ owNumber }) => owNumber)).toEqual([
      'OW10002',
      'OW10003',
    ]);
  });
});

describe('invoice numbers of a text', () => {
  it.each([
    ['as it is printed', 'INV-2026-000123', ['INV-2026-000123']],
    ['without hyphens', 'INV2026000123', ['INV-2026-000123']],
    ['without hyphens and zeros', 'inv2026123', ['INV-2026-000123']],
    ['with spaces', 'INV 2026 123', ['INV-2026-000123']],
    ['with the whole word', 'Invoice 2026-000123', ['INV-2026-000123']],
    ['with O for 0', 'INV-2O26-OOO123', ['INV-2026-000123']],
    ['of seven digits', 'INV-2026-1000123', ['INV-2026-1000123']],
    ['with other digits behind it', 'INV-2026-123 99', ['INV-2026-012399', 'INV-2026-000123']],
    ['in full with other digits behind it', 'INV-2026-000123 99', ['INV-2026-000123']],
    ['with 15 digits behind it', 'INV-2026-000123 123456789012345', ['INV-2026-000123']],
  ])('are read: %s', (_, text, expected) => {
    expect(invoices(text)).toEqual(expected);
  });

  it.each([
    ['without a year', 'INV 123'],
    ['with a year alone', 'INV 2026'],
    ['with zeros alone', 'INV2026000'],
    ['behind a letter', 'MINV2026123'],
  ])('are not read: %s', (_, text) => {
    expect(invoices(text)).toEqual([]);
  });

  it.each([
    ['INV-2026-00012', true],
    ['INV-2026-000123', false],
    ['INV202612', false],
    ['INV-2026-00012 thanks', false],
  ])('%s at the end of a field is cut: %s', (text, isCut) => {
    expect(read(text).invoices[0]?.isCut).toBe(isCut);
  });
});

describe('other references of a text', () => {
  it.each([
    ['0741234567', ['+27741234567']],
    ['074 123 4567', ['+27741234567']],
    ['+27 74 123 4567', ['+27741234567']],
    ['27741234567', ['+27741234567']],
    ['OW10002 074-123-4567 thanks', ['+27741234567']],
    ['0741234567890', []],
    ['A0741234567', []],
    ['074123456', []],
  ])('the phone number of %s', (text, expected) => {
    expect(read(text).phones).toEqual(expected);
  });

  it('groups of digits alone are those of no word and no date', () => {
    expect(read('10002 A10003 10004B 2026/11/23 23-11-2026 12').digits).toEqual(['10002']);
  });

  it('words stand alone and up to four in a row, in lower case', () => {
    expect(read('Van der Merwe').words).toEqual([
      'van',
      'der',
      'merwe',
      'van der',
      'der merwe',
      'van der merwe',
    ]);
  });

  it('a name between signs is read as it is written, and each part of it', () => {
    expect(read('(NAIDOO-BOTHA)').words).toEqual(['(naidoo-botha)', 'naidoo', 'botha', 'naidoo botha']);
    expect(read('J.NAIDOO,').words).toContain('naidoo');
    expect(read("J O'BRIEN").words).toContain("o'brien");
    expect(read('jnaidoo@fibre.example').words).toContain('jnaidoo@fibre.example');
  });

  it.each([
    ["O'CONNOR", ['oconnor']],
    ['O’Connor', ['oconnor']],
    ['O`CONNOR', ['oconnor']],
    ['EFT O CONNOR RENT', ['oconnor', 'eft oconnor', 'oconnor rent', 'eft oconnor rent']],
    ['J O CONNOR', ['oconnor', 'j oconnor']],
    ['MÜLLER', ['muller']],
    ['CAFÉ ZOË', ['cafe', 'zoe', 'cafe zoe']],
    ['VAN DER MERWE', []],
    ['(NAIDOO-BOTHA)', ['(naidoo botha)']],
  ])('the text %s also has the names %j, in the form in which names are compared', (text, names) => {
    expect(read(text).names).toEqual(names);
  });

  it("the bank's own words and numbers are no names, but may be part of one", () => {
    expect(read('INTERNET PAYMENT FROM 12345').words).toEqual([]);
    expect(read('THE CORNER SHOP').words).toContain('the corner shop');
  });

  it('the text has each word between single spaces', () => {
    expect(readReferences({ description: 'EFT  J.NAIDOO ', reference: null }).text).toBe(
      ' eft j.naidoo | eft j naidoo | eft jnaidoo ',
    );
  });

  it('a line has at most 20 names, single words first', () => {
    const { words } = read('alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima');

    expect(words).toHaveLength(20);
    expect(words.slice(0, 12).every((word) => !word.includes(' '))).toBe(true);
  });
});

describe('the payer of a description', () => {
  it.each([
    ['FNB OB PMT J Naidoo', 'FNB OB PMT J NAIDOO'],
    ['fnb  ob pmt   j naidoo', 'FNB OB PMT J NAIDOO'],
    ['J NAIDOO OW10002', 'J NAIDOO'],
    ['OW 10 002 J NAIDOO', 'J NAIDOO'],
    ['J NAIDOO INV-2026-000123', 'J NAIDOO'],
    ['J NAIDOO 0741234567', 'J NAIDOO'],
    ['J NAIDOO 2026/11/23 10:15', 'J NAIDOO'],
    ['J NAIDOO 23NOV', 'J NAIDOO'],
    ['J NAIDOO 01 November 2026', 'J NAIDOO'],
    ['MAY DLAMINI', 'MAY DLAMINI'],
    ['A1 PLUMBING', 'A1 PLUMBING'],
  ])('%s is %s', (description, expected) => {
    expect(payer(description)).toBe(expected);
  });

  it.each([
    'DEPOSIT',
    'ACB CREDIT',
    'INTERNET TRANSFER 123456',
    'FNB OB PMT J',
    '',
    'OW10002',
    '23 NOV 2026',
  ])("'%s' names nobody", (description) => {
    expect(payer(description)).toBeNull();
  });

  it('the reference is no part of it', () => {
    expect(read('rent', 'J NAIDOO').payer).toBe('J NAIDOO');
  });
});

describe('a line of many numbers', () => {
  const many = Array.from({ length: 30 }, (_, index) => `OW${20_001 + index}`);

  it('has its first 20 looked up, OW numbers before others, and says that it has more', () => {
    const { owNumbers, invoices, digits, hasMoreNumbers } = read(`INV 2026 12 ${many.join('/')}`, '12345');

    expect(owNumbers.map(({ owNumber }) => owNumber)).toEqual(many.slice(0, 20));
    expect([invoices, digits, hasMoreNumbers]).toEqual([[], [], true]);
  });

  it('has all of them looked up while they are not more than 20', () => {
    const { owNumbers, invoices, hasMoreNumbers } = read(`INV 2026 12 ${many.slice(0, 18).join('/')}`);

    expect([owNumbers.length, invoices.length, hasMoreNumbers]).toEqual([18, 1, false]);
  });
});
