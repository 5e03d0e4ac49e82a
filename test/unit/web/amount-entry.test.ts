import { expect, it } from 'vitest';
import * as z from 'zod';
import { amountEntry, entryFromAmount, readAmount, settleAmount, typeAmount } from '#web/lib/amount-entry.ts';

const price = amountEntry(z.number().min(0));

it.each(['12,50', '12.50', ' 12.5 '])('%s is understood as it stands', (text) => {
  const entry = settleAmount(typeAmount(text));

  expect(entry).toEqual({ text, isReplaced: false });
  expect(price.parse(entry)).toBe(12.5);
});

it.each(['abc', '', 'R 12,50', '12,505', '-3', '1,2,3'])(
  '%j becomes 0 on leaving the field and blocks the save',
  (text) => {
    const entry = settleAmount(typeAmount(text));

    expect(entry.text).toBe('0');
    expect(readAmount(entry)).toBe(0);
    expect(price.safeParse(entry).error?.issues[0]?.message).toBe('Enter an amount such as 12,50 or 12.50');
  },
);

it('a typed 0 saves, also over a 0 that replaced something unreadable', () => {
  expect(settleAmount({ text: '0', isReplaced: true }).isReplaced).toBe(true);
  expect(price.parse(settleAmount(typeAmount('0')))).toBe(0);
});

it('text that was never left is refused, not sent as 0', () => {
  expect(price.safeParse(typeAmount('abc')).success).toBe(false);
});

it('a stored amount comes back as the same number', () => {
  expect(entryFromAmount(399).text).toBe('399,00');
  expect(price.parse(entryFromAmount(1234.5))).toBe(1234.5);
  expect(entryFromAmount(0)).toEqual(typeAmount('0'));
});
