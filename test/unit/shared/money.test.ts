import { describe, expect, it } from 'vitest';
import { makeRandom } from '#local/seed/random.ts';
import { invoiceBody } from '#shared/contract/invoices.ts';
import {
  AMOUNT_MAX,
  centsFromAmount,
  centsFromDecimal,
  decimalFromCents,
  formatAmount,
  formatAmountShort,
  formatRand,
  lineCents,
  parseAmount,
  parseQuantity,
  typeQuantity,
  vatPortionCents,
} from '#shared/money.ts';

describe('amounts', () => {
  it.each([
    [0, 'R\u00a00,00'],
    [5, 'R\u00a00,05'],
    [123450, 'R\u00a01\u00a0234,50'],
    [123456789012, 'R\u00a01\u00a0234\u00a0567\u00a0890,12'],
    [-50, '\u2212R\u00a00,50'],
  ])('%i cents are shown as %s', (cents, shown) => {
    expect(formatRand(cents)).toBe(shown);
  });

  it.each([
    [1200, 'R\u00a01,2\u00a0k'],
    [-1200, '\u2212R\u00a01,2\u00a0k'],
  ])('the amount %i is shown as %s where there is no room', (amount, shown) => {
    expect(formatAmountShort(amount)).toBe(shown);
  });

  it('amounts pass from the wire to the database and back without losing a cent', () => {
    for (const amount of [0.01, 0.29, 1.1, 19.99, 1234.56, 9_999_999_999.99]) {
      const cents = centsFromAmount(amount);

      expect(centsFromDecimal(decimalFromCents(cents))).toBe(cents);
      expect(cents / 100).toBe(amount);
    }
  });

  it('amounts contain 15 % VAT, rounded once', () => {
    expect(vatPortionCents(11500, 15)).toBe(1500);
    expect(vatPortionCents(100, 15)).toBe(13);
    expect(vatPortionCents(33700, 15)).toBe(4396);
  });
});

/** Multiplies two decimals by their digits, without floating point, and rounds half up to cents. */
const multiplyExactly = (amount: string, quantity: string): string => {
  const digits = (decimal: string) => BigInt(decimal.replace('.', ''));
  const text = (digits(amount) * digits(quantity)).toString().padStart(6, '0');
  const isUp = Number(text.at(-3)) >= 5;

  return (BigInt(text.slice(0, -3)) + (isUp ? 1n : 0n)).toString();
};

describe('the amount of a line with a quantity', () => {
  it('lineCents equals exact decimal arithmetic for 100 000 amounts and quantities', () => {
    const random = makeRandom(54);
    const wrong: unknown[] = [];
    for (let round = 0; round < 100_000; round += 1) {
      const rand = random.integer(0, 10 ** random.integer(1, 8));
      const amount = `${rand}.${random.digits(2)}`;
      const quantity = `${random.integer(0, 10 ** random.integer(1, 5) - 1)}.${random.digits(3)}`;
      const expected = multiplyExactly(amount, quantity);
      const cents = lineCents({ amount: Number(amount), quantity: Number(quantity) });
      if (BigInt(expected) <= 2n ** 53n && String(cents) !== expected) {
        wrong.push([amount, quantity, cents]);
      }
    }

    expect(wrong).toEqual([]);
  });

  it.each([
    ['0.001 of R 4,99', 4.99, 0.001, 0],
    ['0.001 of R 5', 5, 0.001, 1],
    ['0.001 of the largest amount', 9_999_999_999.99, 0.001, 1_000_000_000],
    ['half a cent', 0.01, 0.5, 1],
    ['a little less than half a cent', 0.01, 0.499, 0],
    ['1.005 × 100, which is 1.00499… in floating point', 1.005 * 100, 0.01, 101],
    ['35 kilometres at R 1,15', 1.15, 35, 4025],
    ['the largest quantity of R 1', 1, 99_999.999, 10_000_000],
  ])('the amount of a line is rounded half up: %s', (_name, amount, quantity, cents) => {
    expect(lineCents({ amount: Number(amount.toFixed(2)), quantity })).toBe(cents);
  });
});

describe('the lines of an invoice', () => {
  const findFaults = (...lineItems: object[]) =>
    invoiceBody
      .safeParse({ userId: 7, lineItems: lineItems.map((item) => ({ description: 'Data', ...item })) })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

  it.each([
    ['the largest quantity of the largest amount', { amount: 9_999_999_999.99, quantity: 99_999.999 }],
    ['one cent more than the largest amount', { amount: 5_000_000_000, quantity: 2 }],
  ])('invoice lines whose total is too large are refused: %s', (_name, item) => {
    expect(findFaults(item)).toEqual(['lineItems: The total is too large']);
  });

  it.each([
    ['an amount that is too large', { amount: 1e308 }, 'lineItems.0.amount: Amount is too large'],
    ['an amount below zero', { amount: -1e308 }, 'lineItems.0.amount: Amount must be greater than 0'],
    [
      'a quantity that is too large',
      { amount: 1, quantity: 1e308 },
      'lineItems.0.quantity: Quantity must be from 0,001 to 99 999,999',
    ],
    [
      'a quantity of zero',
      { amount: 1, quantity: 0 },
      'lineItems.0.quantity: Quantity must be from 0,001 to 99 999,999',
    ],
    [
      'four decimals',
      { amount: 1, quantity: 1.0001 },
      'lineItems.0.quantity: Quantity must have at most three decimals',
    ],
    [
      'a line of less than one cent',
      { amount: 0.01, quantity: 0.499 },
      'lineItems.0.quantity: The line comes to less than one cent',
    ],
  ])('an invalid invoice line is refused with one sentence at the field: %s', (_name, item, fault) => {
    expect(findFaults(item)).toEqual([fault]);
  });

  it('invoice lines with the smallest and largest allowed values are accepted', () => {
    expect(findFaults({ amount: 9_999_999_999.99 })).toBeUndefined();
    expect(
      findFaults({ amount: 0.01, quantity: 99_999.999 }, { amount: 5, quantity: 0.001 }),
    ).toBeUndefined();
  });
});

describe('amounts that a person types', () => {
  it.each([
    ['12,50', 12.5],
    ['12.50', 12.5],
    [' 1234,5 ', 1234.5],
    ['0', 0],
    ['1 250', 1250],
    ['1 234,50', 1234.5],
    ['1\u00a0234\u00a0567.5', 1_234_567.5],
    ['1\u202f250,50', 1250.5],
    ['R12', 12],
    ['R 337,00', 337],
    ['ZAR 1 250,50', 1250.5],
    ['1,250.50', 1250.5],
    ['1.250,50', 1250.5],
    ['R 1,234,567.89', 1_234_567.89],
    ['1.234.567,8', 1_234_567.8],
    ['-5', -5],
    ['-0', 0],
    ['\u202aR\u200b 1\u00a0250,50\u202c', 1250.5],
    ['\u2212R 5\u00a0222,75', -5222.75],
  ])('the amount "%s" is understood', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([0, 0.01, 337, 1250.5, AMOUNT_MAX, -0.01, -5222.75])(
    'the amount %s is understood in the form in which the portal shows it',
    (amount) => {
      expect(parseAmount(formatAmount(amount))).toBe(amount);
    },
  );

  it.each([
    [''],
    ['R'],
    ['abc'],
    ['12,345'],
    ['1,250'],
    ['1.250'],
    ['1,250,000'],
    ['1,250.505'],
    ['1,25.50'],
    ['12,50.00'],
    ['1.250.50'],
    ['12 50'],
    ['1  250'],
    ['1 250.000,50'],
    ['--5'],
    ['R -5'],
    ['5-'],
    ['USD 5'],
    ['1e3'],
    ['Infinity'],
  ])('the amount "%s" is not understood', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });
});

describe('quantities that a person types', () => {
  it.each([
    ['1', 1],
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['12,50', 12.5],
    ['1 000', 1000],
    ['1\u00a0000,5', 1000.5],
    ['1\u202f000', 1000],
    ['1,250.5', 1250.5],
    ['1.250,5', 1250.5],
    ['0,125', 0.125],
    ['0.001', 0.001],
    ['01,125', 1.125],
    ['1 000,125', 1000.125],
    ['1,000.125', 1000.125],
    ['1250,125', 1250.125],
    ['99 999,999', 99_999.999],
    ['\u200b2,5\u2060', 2.5],
    ['-1', -1],
  ])('the quantity "%s" is understood', (text, quantity) => {
    expect(parseQuantity(text)).toBe(quantity);
  });

  it.each([
    [''],
    ['1,000'],
    ['2.000'],
    ['12,500'],
    ['1,125'],
    ['-1,000'],
    ['1,000,000'],
    ['1.000.000'],
    ['1\u200b,000'],
    ["1'000"],
    ['1,0000'],
    ['2,5555'],
    ['1 00'],
    ['R 5'],
    ['½'],
    ['5²'],
    ['1e3'],
    ['0x10'],
    [',5'],
    ['5 m'],
  ])('the quantity "%s" is not understood', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  it('a stored quantity is typed into a form so that it is read as the same number', () => {
    for (const quantity of [1, 2.5, 0.001, 1.125, 12.5, 125.125, 1250.125, 99_999.999]) {
      expect(parseQuantity(typeQuantity(quantity))).toBe(quantity);
    }
  });
});
