import { expect, it } from 'vitest';
import { canReopen } from '#web/features/bank/review/line-words.ts';
import { bookedLine } from './lines.ts';

it('a booked line of a deleted client is not offered to be opened again, which is always refused', () => {
  const line = bookedLine(1);
  const booked = line.booked.map((payment) => ({ ...payment, OWNumber: null }));

  expect(canReopen(line)).toBe(true);
  expect(canReopen({ ...line, booked })).toBe(false);
});
