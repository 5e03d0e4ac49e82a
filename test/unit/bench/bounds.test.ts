import { describe, expect, it } from 'vitest';
import { formatBounds, replaceMarked } from '#test/bench/bounds.ts';

const DOCUMENT =
  'Before\n\n<!-- bench:begin, written by the bench -->\nold\n\ntable\n<!-- bench:end -->\n\nAfter $1\n';

describe('the table that the bench writes into a document', () => {
  it('the table replaces what stands between its two marks, and nothing else', () => {
    const written =
      'Before\n\n<!-- bench:begin, written by the bench -->\nnew $& table\n<!-- bench:end -->\n\nAfter $1\n';

    expect(replaceMarked(DOCUMENT, 'new $& table')).toBe(written);
    expect(replaceMarked(replaceMarked(DOCUMENT, 'first'), 'new $& table')).toBe(written);
  });

  it('the bench refuses a document without marks, so that it overwrites nothing', () => {
    expect(() => replaceMarked('Before\n\nAfter\n', 'table')).toThrow('no marks');
  });

  it('a figure that misses its limit is bold, and one without a value misses it', () => {
    const bounds = [
      { what: 'met', measured: 2, limit: 2, unit: 'ms' },
      { what: 'slow', measured: 2.001, limit: 2, unit: 'ms' },
      { what: 'few', measured: 599, limit: 600, unit: '', isLeast: true },
      { what: 'none', measured: Number.NaN, limit: 0, unit: 'figures' },
    ];

    expect(formatBounds(bounds).split('\n').slice(2)).toEqual([
      '| met | 2 ms | ≤ 2 |',
      '| slow | **2 ms** | ≤ 2 |',
      '| few | **599** | ≥ 600 |',
      '| none | **NaN figures** | ≤ 0 |',
    ]);
  });
});
