/**
 * The characters for which both fonts of `functions/fonts` have a glyph, as ranges of code points: Latin, Greek,
 * Cyrillic, Devanagari, punctuation and currency. `printable.test.ts` compares it with the fonts.
 */
export const FONT_COVERAGE = `
  0 d 20-7e a0-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 900-97f 10fb 1ab0-1ac0 1ac5 1ac7-1ace
  1c80-1c88 1d00-1df9 1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d
  1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-2064 2066-2071 2074-208e
  2090-209c 20a0-20c0 20f0 2100-215f 2183-2184 2189 2212 25cc 2c60-2c7f 2de0-2e5d a640-a69f a700-a7ca
  a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff a8ff a92e ab30-ab6b fb00-fb06 fe00 fe20-fe2f feff fffc-fffd
  10780-10785 10787-107b0 107b2-107ba 1df00-1df1e
`;

const COVERED = FONT_COVERAGE.trim()
  .split(/\s+/)
  .map((range) => range.replaceAll(/[0-9a-f]+/g, String.raw`\u{$&}`))
  .join('');

/** Invisible characters that only change their neighbours, such as the joiner in an emoji, need no glyph. */
const INVISIBLE = String.raw`\t\r\n\p{Default_Ignorable_Code_Point}`;

/** A run of characters that would be printed as boxes, with the invisible characters between them. */
const BOXES = new RegExp(`[^${COVERED}${INVISIBLE}](?:[^${COVERED}]|[${INVISIBLE}])*`, 'u');
const ALL_BOXES = new RegExp(BOXES, 'gu');

/** True if an invoice can print all characters of a text: those of scripts that its fonts lack become boxes. */
export const isPrintable = (text: string): boolean => !BOXES.test(text);

/** Replaces the characters that an invoice cannot print by a mark. */
export const markUnprintable = (text: string): string => text.replaceAll(ALL_BOXES, '?');

/** Returns the printable part of a name, tidied; '' if it has no letter or digit. */
export const printableName = (name: string): string => {
  const rest = name
    .replaceAll(ALL_BOXES, '')
    .replaceAll(/\(\s*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

  return /[\p{Letter}\p{Number}]/u.test(rest) ? rest : '';
};
