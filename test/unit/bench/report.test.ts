import { describe, expect, it } from 'vitest';
import { type Bound, formatBounds, isMet } from '#test/bench/report.ts';

const make = (change: Partial<Bound>): Bound => ({
  what: 'A print takes',
  measured: 1,
  limit: 2,
  unit: 'ms',
  ...change,
});

const rowsOf = (...bounds: Partial<Bound>[]) => formatBounds(bounds.map(make)).split('\n').slice(2);

describe('the table of all bounds', () => {
  it('has a row for each, beside its limit, met or missed and by how much', () => {
    expect(rowsOf({}, { what: 'A slow one takes', measured: 2.5 })).toEqual([
      '| A print takes | 1 ms | at most 2 | met |',
      '| A slow one takes | 2.50 ms | at most 2 | **missed by 25 %** |',
    ]);
  });

  it('knows limits that are the least', () => {
    expect(rowsOf({ measured: 4, isLeast: true }, { what: 'B', measured: 1, isLeast: true })).toEqual([
      '| A print takes | 4 ms | at least 2 | met |',
      '| B | 1 ms | at least 2 | **missed by 100 %** |',
    ]);
  });

  it('shows of many alike the one nearest to its limit, and how many are missed', () => {
    const among = 'Prints';

    expect(
      rowsOf({ among }, { among, what: 'The slowest takes', measured: 6 }, { among, measured: 3 }),
    ).toEqual([
      '| Prints: The slowest takes, of 3 the nearest to its limit | 6 ms | at most 2 | **missed by 200 %**, 2 missed |',
    ]);
  });

  it.each([
    ['what must not be at all and is not', { measured: 0, limit: 0 }, true],
    ['what must not be at all and is', { measured: 1, limit: 0 }, false],
    ['what was not measured', { measured: Number.NaN }, false],
  ])('says of %s whether that is met', (_case, change, expected) => {
    expect(isMet(make(change))).toBe(expected);
    expect(rowsOf(change)[0]).toContain(expected ? '| met |' : '| **missed** |');
  });
});
