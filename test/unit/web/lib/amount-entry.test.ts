import { expect, it } from 'vitest';
import * as z from 'zod';
import { entryFromAmount, isReadable, readAmount } from '#web/lib/forms/amount-entry.ts';
import { amountEntry } from '#web/lib/forms/amount-schema.ts';

const price = amountEntry.pipe(z.number().min(0));

it.each(['12,50', '12.50', ' R 12.5 '])('the typed amount %s is saved as 12.5', (entry) => {
  expect(price.parse(entry)).toBe(12.5);
});

it.each(['abc', '', '12,505', '1,250'])(
  'the typed amount %j counts as 0 in sums and cannot be saved',
  (entry) => {
    expect(isReadable(entry)).toBe(false);
    expect(readAmount(entry)).toBe(0);
    expect(price.safeParse(entry).success).toBe(false);
  },
);

it('a typed amount below zero is read, counts as 0 in sums, and is refused where it is saved', () => {
  expect(isReadable('−R 3,00')).toBe(true);
  expect(readAmount('−R 3,00')).toBe(0);
  expect(price.safeParse('-3').success).toBe(false);
});

it('a typed amount of 0 can be saved', () => {
  expect(price.parse('0')).toBe(0);
});

it('a stored amount shown in a form is saved as the same number', () => {
  expect(entryFromAmount(399)).toBe('399,00');
  expect(price.parse(entryFromAmount(1234.5))).toBe(1234.5);
  expect(entryFromAmount(0)).toBe('0');
});
