import { describe, expect, it } from 'vitest';
import { cutHtml, cutText, splitRows, takeFirst } from '#functions/adapters/database/tickets/bounded-text.ts';

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

describe('a text that is cut', () => {
  it('stays whole where it has room', () => {
    expect(cutText('No signal', 9)).toBe('No signal');
    expect(cutHtml('<p>1 < 2', 100)).toBe('<p>1 < 2');
  });

  it.each(['a', 'é', '€', '😀', '"', '\n', '\u0001', '\\'])(
    'of %j is as long as it may be, ends with a whole character, and says so',
    (character) => {
      const text = `x${character.repeat(5_000)}`;

      for (let bytesMax = 500; bytesMax < 512; bytesMax += 1) {
        const cut = cutText(text, bytesMax);

        expect(bytesOf(cut)).toBeLessThanOrEqual(bytesMax);
        expect(bytesOf(cut)).toBeGreaterThan(bytesMax - 7);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut).toMatch(/… \(shortened\)$/);
      }
    },
  );

  it('holds nothing that the database does not keep', () => {
    expect(cutText('a\0b\ud83dc', 100)).toBe('ab\ufffdc');
  });

  it.each([
    ['a tag', `<p>${'x'.repeat(60)}<a href="https://example.com/${'y'.repeat(100)}">`],
    ['a closing tag', `<p>${'x'.repeat(81)}</strong>${'y'.repeat(100)}`],
    ['an entity', `<p>${'x'.repeat(80)}&nbsp;${'y'.repeat(100)}`],
    ['a picture that is all there is', `<p>${'x'.repeat(3)}<img src="data:${'y'.repeat(1_000)}">`],
  ])('ends before %s that it would break', (_, html) => {
    expect(cutHtml(html, 100)).toMatch(/^<p>x+… \(shortened\)$/);
  });
});

it('of a list, what has room comes first', () => {
  expect(takeFirst(['aaaa', 'bbbb', 'c'], 16)).toEqual(['aaaa', 'bbbb']);
  expect(takeFirst([], 1)).toEqual([]);
});

it('splits rows into parts that have room, and a row that is too large stands alone', () => {
  const rows = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(500), 'd'];

  expect(splitRows(rows, 100)).toEqual([rows.slice(0, 2), rows.slice(2, 3), rows.slice(3)]);
  expect(splitRows([], 100)).toEqual([[]]);
});
