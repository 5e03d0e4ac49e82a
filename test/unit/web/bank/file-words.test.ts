import { expect, it } from 'vitest';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import {
  differenceCents,
  nameAccount,
  nameDays,
  summarize,
  termsOf,
  wordEarlier,
  wordGap,
  wordPreview,
} from '#web/features/bank/file-words.ts';

it.each([
  ['2026-11-20', '2026-11-20', '20 November 2026'],
  ['2026-11-01', '2026-11-30', '1 to 30 November 2026'],
  ['2026-10-28', '2026-11-03', '28 October to 3 November 2026'],
  ['2025-12-28', '2026-01-03', '28 December 2025 to 3 January 2026'],
])('the days from %s to %s are %s', (from, to, words) => {
  expect(nameDays(from, to)).toBe(words);
});

it('an account is named by its bank and last digits', () => {
  expect(nameAccount('FNB', '62001234567')).toBe('FNB, ending in 4567');
});

it('a gap before a file says between which days nothing was read', () => {
  expect(wordGap({ gapAfter: '2026-11-20', from: '2026-11-23' })).toBe(
    'Nothing was read between 20 and 23 November 2026.',
  );
  expect(wordGap({ gapAfter: null, from: '2026-11-23' })).toBeNull();
});

const KNOWN = { lines: 0, certain: 0, likely: 0 };

it.each([
  [
    { lines: 79, certain: 74, likely: 2, unmatched: 3, duplicates: 3 },
    '79 lines: 74 certain, 5 to look at; 3 known from an earlier file',
  ],
  [{ lines: 1, certain: 1, likely: 0 }, '1 line: 1 certain, 0 to look at'],
  [{ lines: 3, certain: 1, likely: 1, ignored: 1 }, '3 lines: 1 certain, 1 to look at, 1 ignored'],
  [
    { lines: 5, certain: 1, likely: 1, ignored: 3, earlier: 2 },
    '5 lines: 1 certain, 1 to look at, 1 ignored, 2 before 1 November 2026, ignored',
  ],
  [{ ...KNOWN, duplicates: 1 }, 'Nothing new: its only line is known from an earlier file'],
  [{ ...KNOWN, duplicates: 79 }, 'Nothing new: all 79 lines are known from an earlier file'],
  [KNOWN, 'No line of this file is money from clients'],
])('a file that was read is summed up in words: %j', (counts, words) => {
  expect(summarize(bankFileOf({ counts }))).toBe(words);
});

const PREVIEW = { lines: 1, returned: 0, out: 0, pending: 0, known: 0, earlier: 0 };

it.each([
  [PREVIEW, '1 new line'],
  [{ ...PREVIEW, lines: 0, out: 3 }, '0 new lines'],
  [{ ...PREVIEW, lines: 5, returned: 1 }, '5 new lines, 1 of them returned by the bank'],
  [
    { ...PREVIEW, lines: 4, known: 2, earlier: 3, pending: 1 },
    '4 new lines, 2 known from an earlier file, 3 before 5 November 2026, ignored, 1 pending, left out',
  ],
])('what a file would bring is said in words: %j', (counts, words) => {
  expect(wordPreview({ counts, bookFrom: null }, '2026-11-05')).toBe(words);
});

it('the lines before the first day are counted with that day', () => {
  expect(wordEarlier(bankFileOf({ counts: { earlier: 1 } }))).toBe(
    '1 line before 1 November 2026 was ignored',
  );
  expect(wordEarlier(bankFileOf())).toBeUndefined();
});

it('the sum of a file leaves out what is 0 and leads from its opening to its closing balance', () => {
  const file = bankFileOf({ closing: 1550, sums: { booked: 400, open: 200, certain: 0, fees: -50 } });

  expect(termsOf(file)).toEqual([
    { label: 'Booked', amount: 400 },
    { label: 'Still open', amount: 200 },
    { label: 'Fees', amount: -50 },
  ]);
  expect(differenceCents(file)).toBe(0);
  expect(differenceCents({ ...file, closing: 1550.1 })).toBe(10);
});
