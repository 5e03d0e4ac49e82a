import { readFileSync } from 'node:fs';
import { openSync } from 'fontkit';
import { expect, it } from 'vitest';

const FONT = 'node_modules/@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2';

/** Returns the descriptors of each stand-in font, in per cent. */
const readStandIns = () =>
  [...readFileSync('web/fonts.css', 'utf8').matchAll(/@font-face \{([^}]+)\}/g)].map(([, face = '']) => {
    const read = (name: string) => Number(new RegExp(`\\b${name}: ([\\d.]+)%`).exec(face)?.[1]);

    return {
      family: /font-family: "([^"]+)"/.exec(face)?.[1] ?? '',
      size: read('size-adjust'),
      ascent: read('ascent-override'),
      descent: read('descent-override'),
      lineGap: read('line-gap-override'),
    };
  });

it('each stand-in font for Manrope has its height, so that no line moves when Manrope is loaded', () => {
  const font = openSync(FONT);
  if (!('unitsPerEm' in font)) {
    throw new Error('not a single font');
  }
  const percentOf = (units: number) => (units / font.unitsPerEm) * 100;

  const standIns = readStandIns();
  expect(standIns).toHaveLength(6);
  for (const { family, size, ascent, descent, lineGap } of standIns) {
    expect((ascent * size) / 100, family).toBeCloseTo(percentOf(font.ascent), 0);
    expect((descent * size) / 100, family).toBeCloseTo(percentOf(-font.descent), 0);
    expect(lineGap, family).toBe(percentOf(font.lineGap));
  }
});

it('the theme names every stand-in font after Manrope', () => {
  const theme = readFileSync('web/theme-brand.ts', 'utf8');
  const [, stack = ''] = /'("Manrope Variable"[^']+)'/.exec(theme) ?? [];
  const families = new Set(readStandIns().map(({ family }) => `"${family}"`));

  expect(stack.split(', ').slice(1, families.size + 1)).toEqual([...families]);
});
