import { describe, expect, it } from 'vitest';
import { cutHtml, cutText, splitRows, takeFirst } from '#functions/adapters/database/tickets/bounded-text.ts';

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

describe('cutting a text', () => {
  it('a text that fits is not cut', () => {
    expect(cutText('No signal', 9)).toBe('No signal');
    expect(cutHtml('<p>1 < 2', 100)).toBe('<p>1 < 2');
  });

  it.each(['a', 'é', '€', '😀', '"', '\n', '\u0001', '\\'])(
    'a text of %j is cut to the allowed bytes after a whole character, and ends with "… (shortened)"',
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

  it('cutText drops NUL and replaces half characters, which the database cannot store', () => {
    expect(cutText('a\0b\ud83dc', 100)).toBe('ab\ufffdc');
  });

  it.each([
    ['a tag', `<p>${'x'.repeat(60)}<a href="https://example.com/${'y'.repeat(100)}">z</a></p>`],
    ['a closing tag', `<p>${'x'.repeat(75)}</p>${'y'.repeat(100)}`],
    ['an entity', `<p>${'x'.repeat(84)}&lt;${'y'.repeat(100)}</p>`],
  ])('HTML is cut before %s that the cut would break', (_, html) => {
    expect(cutHtml(html, 150)).toMatch(
      /^<p>x+<\/p><p><em>The rest of this message is left out\.<\/em><\/p>$/,
    );
    expect(bytesOf(cutHtml(html, 150))).toBeLessThanOrEqual(150);
  });
});

it('takeFirst takes entries from the start of a list while they fit', () => {
  expect(takeFirst(['aaaa', 'bbbb', 'c'], 16)).toEqual(['aaaa', 'bbbb']);
  expect(takeFirst([], 1)).toEqual([]);
});

it('splitRows splits rows into parts that fit, and puts a row that is too large into a part alone', () => {
  const rows = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(500), 'd'];

  expect(splitRows(rows, 100)).toEqual([rows.slice(0, 2), rows.slice(2, 3), rows.slice(3)]);
  expect(splitRows([], 100)).toEqual([[]]);
});
