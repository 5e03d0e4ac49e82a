import { expect, it } from 'vitest';
import { findMatchedPart, holdsTyped } from '#web/lib/acts/matched-part.ts';

/** Writes the found part between brackets. */
const mark = (shown: string, typed: string): string => {
  const part = findMatchedPart(shown, typed);

  return part ? `${shown.slice(0, part[0])}[${shown.slice(...part)}]${shown.slice(part[1])}` : shown;
};

it.each([
  ['thandi nkosi', 'ANDI nk', 'th[andi nk]osi'],
  ['Jürgen Müller', 'Muller', 'Jürgen [Müller]'],
  ['Jürgen Mu\u0308ller AG', 'müll', 'Jürgen [Mu\u0308ll]er AG'],
  ['Jose\u0301 Nunes', 'jose', '[Jose\u0301] Nunes'],
  ['Jean D’Arcy', "d'arcy", 'Jean [D’Arcy]'],
  ['Jean D’Arcy', 'darcy', 'Jean [D’Arcy]'],
  ['Strauß', 'strauss', '[Strauß]'],
  ['Søren', 'soren', '[Søren]'],
  ['Anne\u2011Marie – Botha', 'anne marie botha', '[Anne\u2011Marie – Botha]'],
  ['Jo\u200bhn Smith', 'john smith', '[Jo\u200bhn Smith]'],
  ['Koos van der Merwe', 'Merwe Koos', 'Koos van der [Merwe]'],
  ['Koos van der Merwe', 'van  der Merwe, Koos', 'Koos van der [Merwe]'],
  ['👩‍👩‍👧 Zoë', 'zoe', '👩‍👩‍👧 [Zoë]'],
  ['+27 82 123 4567', '082 123', '[+27 82 123] 4567'],
  ['+27 82 123 4567', '0821', '[+27 82 1]23 4567'],
  ['INV-2026-000123', '082 123', 'INV-2026-000123'],
  ['OW10001', 'ow 10 001', '[OW10001]'],
  ['OW10001', '0W10001', '[OW10001]'],
  ['OW10001', '#OW-10001', '[OW10001]'],
  ['OW10001', 'OW01OOO1', '[OW10001]'],
  ['OW Connect (Pty) Ltd', 'OW 10001', 'OW Connect (Pty) Ltd'],
  ['OW10001', '0W10002', 'OW10001'],
  ['INV-2026-000001', 'inv 2026 1', '[INV-2026-000001]'],
  ['INV-2026-000001', '#INV2026000001.pdf', '[INV-2026-000001]'],
  ['CN-2026-000001', 'Credit note 2026/1', '[CN-2026-000001]'],
  ['INV-2026-000012', 'inv 2026 1', 'INV-2026-000012'],
  ['INV-2026-000084', '84', 'INV-2026-0000[84]'],
  ['8927 0748 7043', '07487', '8927 [0748 7]043'],
  ['Müller', 'Miller', 'Müller'],
  ['Müller', 'Mueller', 'Müller'],
  ['a b', 'a', 'a b'],
  ['Müller', '\u0308\u0308', 'Müller'],
])('in %j the typed text %j marks %j', (shown, typed, marked) => {
  expect(mark(shown, typed)).toBe(marked);
});

it.each([
  [['Koos van der Merwe', 'koos@mail.example'], 'Merwe, Koos', true],
  [['Koos van der Merwe', null, 'Café Zoë'], 'cafe koos', true],
  [['Koos van der Merwe', undefined], 'Koos Botha', false],
  [['Koos', '+27821234567'], '082 123 4567', true],
  [['Koos', '+27821234567', '0824567123'], '082 4567 123', true],
  [['Koos', '+27821234567'], '+27 4567 82', false],
  [['Koos', 'OW10001'], '0W-10001', true],
  [['Koos', 'OW10001'], '0W10002', false],
  [['Koos'], ' ,- ', false],
  [['Koos'], '\u200b\u200b', false],
  [[], 'koos', false],
])('it is told whether %j hold %j: %j', (texts, typed, isHeld) => {
  expect(holdsTyped(texts, typed)).toBe(isHeld);
});

it('10,000 zero-width characters or marks in a shown or typed text are no trouble', () => {
  const invisible = '\u200b'.repeat(10_000);
  const marks = '\u0301'.repeat(10_000);

  expect(findMatchedPart(`Koos${invisible}`, 'oo')).toEqual([1, 3]);
  expect(findMatchedPart(`Ko${marks}os`, 'koo')).toEqual([0, 10_003]);
  expect(findMatchedPart('Koos', `k${invisible}o`)).toEqual([0, 2]);
});
