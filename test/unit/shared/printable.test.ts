import { openSync } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { FONT_COVERAGE, isPrintable, markUnprintable, printableName } from '#shared/text/printable.ts';

/** Returns the code points of a font's character map as ranges: '20-7e a0-377 …'. */
const readCoverage = (file: string): string => {
  const font = openSync(`functions/fonts/${file}`);
  if (!('characterSet' in font)) {
    throw new Error(`${file} is a collection of fonts`);
  }

  const ranges: { first: number; last: number }[] = [];
  for (const point of [...font.characterSet].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range?.last === point - 1) {
      range.last = point;
    } else {
      ranges.push({ first: point, last: point });
    }
  }

  return ranges
    .map(({ first, last }) => (first === last ? [first] : [first, last]))
    .map((ends) => ends.map((point) => point.toString(16)).join('-'))
    .join(' ');
};

it.each(['NotoSans-Regular.ttf', 'NotoSans-SemiBold.ttf'])(
  'the committed font coverage equals that of %s',
  (file) => {
    expect(FONT_COVERAGE.trim().replaceAll(/\s+/g, ' ')).toBe(readCoverage(file));
  },
);

describe('isPrintable', () => {
  it.each([
    '',
    "Zoë Nêl-O'Brien & Seuns (Edms) Bpk",
    'ê ë ô š Ḓ ḽ ṅ ṋ ṱ € – “ ”',
    'ḓ written with a combining mark',
    'Ελένη Παπαδοπούλου',
    'Олександр Шевченко',
    'प्रिया शर्मा',
    'Nguyễn Thị Ánh',
    'a soft\u00ADhyphen, a joiner\u200D, a variation\uFE0F and a byte order mark\uFEFF',
    'two\r\nlines\tand a tab',
  ])('isPrintable is true of %j', (text) => {
    expect(isPrintable(text)).toBe(true);
  });

  it.each([
    '李明',
    'Beijing Tech (北京科技)',
    'ひろし',
    '김민준',
    'محمد',
    'שרה',
    'สมชาย',
    'தமிழ்',
    'Router 😀',
    '→',
  ])('isPrintable is false of %j', (text) => {
    expect(isPrintable(text)).toBe(false);
  });
});

describe('printable forms of a text', () => {
  it.each([
    ['Thandeka Nêl', 'Thandeka Nêl', 'Thandeka Nêl'],
    ['李明', '?', ''],
    ['李 明 (Li  Ming)', '? ? (Li  Ming)', '(Li Ming)'],
    ['Beijing Tech (北京科技) Ltd', 'Beijing Tech (?) Ltd', 'Beijing Tech Ltd'],
    ['李, 明.', '?, ?.', ''],
    ['Office \u{1F469}\u{1F3FD}\u200D\u{1F4BB} 2', 'Office ? 2', 'Office 2'],
    ['Line one\n行二', 'Line one\n?', 'Line one'],
  ])('%j is printed as %j in a text and as %j in a name', (text, marked, name) => {
    expect(markUnprintable(text)).toBe(marked);
    expect(printableName(text)).toBe(name);
  });

  it('the printable forms of a text are printable', () => {
    for (const text of ['李 明 (Li Ming)', '👩🏽‍💻', 'نص\u202Egnp']) {
      expect(isPrintable(markUnprintable(text))).toBe(true);
      expect(isPrintable(printableName(text))).toBe(true);
    }
  });
});
