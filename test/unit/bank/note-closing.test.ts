import { expect, it } from 'vitest';
import { noteClosing } from '#functions/domain/bank/reading/note-closing.ts';

type Content = Parameters<typeof noteClosing>[0];

const row = (date: string, amountCents: number, becomes: Content['shown'][number]['becomes'] = 'line') => ({
  date,
  description: '',
  reference: null,
  amountCents,
  becomes,
});
const FILE: Content = {
  format: 'ofx',
  from: '2026-11-10',
  to: '2026-11-16',
  closingCents: 139_700,
  shown: [
    row('2026-11-12', 5000),
    row('2026-11-13', 40_000),
    row('2026-11-14', -300, 'out'),
    row('2026-11-15', 77, 'pending'),
  ],
};
const LAST = { readUntil: '2026-11-12', closingCents: 100_000 };

it('a closing balance that follows from the last file is not mentioned', () => {
  expect(noteClosing(FILE, LAST)).toEqual([]);
});

it('a closing balance that does not follow is said, with what the rows lead to', () => {
  expect(noteClosing({ ...FILE, closingCents: 1 }, LAST)).toEqual([
    expect.stringMatching(/is R\s0,01, but the last file and what came since lead to R\s1\s397,00\.$/),
  ]);
});

it.each([
  ['the newest last', [row('2026-11-12', 9000), row('2026-11-12', -50, 'out'), row('2026-11-12', 437)]],
  ['the newest first', [row('2026-11-12', 437), row('2026-11-12', -50, 'out'), row('2026-11-12', 9000)]],
] as const)('rows that came later on the last file’s last day lead on, with %s', (_, shown) => {
  expect(noteClosing({ ...FILE, shown: [...shown], closingCents: 100_387 }, LAST)).toEqual([]);
  expect(noteClosing({ ...FILE, shown: [...shown], closingCents: 109_050 }, LAST)).toHaveLength(1);
});

it.each([
  ['a CSV, which proves itself', { format: 'csv' as const }, {}],
  ['a file without a closing balance', { closingCents: null }, {}],
  ['an account without a file', {}, { readUntil: null, closingCents: null }],
  ['a last file without a closing balance', {}, { closingCents: null }],
  ['a gap between the files', { from: '2026-11-14' }, {}],
  ['a file that ends before the last one', { to: '2026-11-11' }, {}],
])('nothing is said of %s', (_, change, last) => {
  expect(noteClosing({ ...FILE, closingCents: 1, ...change }, { ...LAST, ...last })).toEqual([]);
});
