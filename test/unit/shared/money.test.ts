import { describe, expect, it } from 'vitest';
import {
  centsFromAmount,
  centsFromDecimal,
  decimalFromCents,
  formatRand,
  parseAmount,
  vatPortionCents,
} from '#shared/money.ts';

describe('amounts', () => {
  it.each([
    [0, 'R\u00a00,00'],
    [5, 'R\u00a00,05'],
    [123450, 'R\u00a01\u00a0234,50'],
    [123456789012, 'R\u00a01\u00a0234\u00a0567\u00a0890,12'],
    [-50, '-R\u00a00,50'],
  ])('%i cents are shown as %s', (cents, shown) => {
    expect(formatRand(cents)).toBe(shown);
  });

  it('pass from the wire to the database and back without losing a cent', () => {
    for (const amount of [0.01, 0.29, 1.1, 19.99, 1234.56, 9_999_999_999.99]) {
      const cents = centsFromAmount(amount);

      expect(centsFromDecimal(decimalFromCents(cents))).toBe(cents);
      expect(cents / 100).toBe(amount);
    }
  });

  it('carry 15 % VAT within them, rounded once', () => {
    expect(vatPortionCents(11500)).toBe(1500);
    expect(vatPortionCents(100)).toBe(13);
    expect(vatPortionCents(33700)).toBe(4396);
  });
});

describe('an amount that a person types', () => {
  it.each([
    ['12,50', 12.5],
    ['12.50', 12.5],
    [' 1234,5 ', 1234.5],
    ['0', 0],
  ])('%s is understood', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([[''], ['abc'], ['1.234,50'], ['1 234,50'], ['R 12'], ['12,345'], ['-5'], ['1e3'], ['Infinity']])(
    '%s is not',
    (text) => {
      expect(parseAmount(text)).toBeUndefined();
    },
  );
});
