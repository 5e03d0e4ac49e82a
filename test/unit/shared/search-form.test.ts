import { expect, it } from 'vitest';
import { searchForm, searchWords } from '#shared/text/search-form.ts';

it.each([
  ['case', 'MÜLLER', 'muller'],
  ['an accent in one code point', 'José', 'jose'],
  ['an accent in a code point of its own', 'Jose\u0301', 'jose'],
  ['a curly apostrophe', 'D’Arcy', 'darcy'],
  ['a straight apostrophe', "D'Arcy", 'darcy'],
  ['a grave accent for an apostrophe', 'D`Arcy', 'darcy'],
  ['an acute accent for an apostrophe', 'D´Arcy', 'darcy'],
  ['a modifier letter for an apostrophe', 'Dʼarcy', 'darcy'],
  ['a letter with a stroke', 'Søren Łukasz', 'soren lukasz'],
  ['letters that are two', 'Strauß Ægir Œuvre Þór', 'strauss aegir oeuvre thor'],
  ['letters of African languages', 'Ɓala Ɗan Ṱavha Ŋgũgĩ', 'bala dan tavha ngugi'],
  ['hyphens of any kind', 'Naidoo‑Botha – Smith', 'naidoo botha smith'],
  ['blanks of any kind and number', '\tKoos\u00a0\u2009van   Wyk ', 'koos van wyk'],
  ['commas and semicolons', 'Wyk, Koos; Jan', 'wyk koos jan'],
  ['invisible characters', '\u200bJo\u00adhn\u2060 \u202aS\u200dmith\ufeff', 'john smith'],
  ['characters for use in tables', 'ＡＢＣ ﬁne', 'abc fine'],
  ['a final sigma', 'Ὀδυσσεύς', 'οδυσσευσ'],
  ['Cyrillic letters', 'Ёлкин Й', 'елкин и'],
  ['vowels of other scripts', 'हिन्दी', 'हिन्दी'],
  ['marks alone', '\u0301\u0308\u0327', ''],
  ['punctuation that words hold', 'a.b@c_d+e', 'a.b@c_d+e'],
])('texts are compared without %s', (_, text, form) => {
  expect(searchForm(text)).toBe(form);
});

it.each([
  ['Muller', 'Miller'],
  ['Müller', 'Mueller'],
  ['hi', 'हि'],
  ['OW1', 'OWl'],
])('%s and %s are different texts', (one, other) => {
  expect(searchForm(one)).not.toBe(searchForm(other));
});

it.each([
  ['van der Merwe, Koos', ['merwe', 'koos', 'van', 'der']],
  ['a longer word holds its part: hold', ['longer', 'holds', 'part:', 'word', 'its']],
  ['jan-piet@mail.example botha', ['jan piet@mail.example', 'botha']],
  ['Koos – Koos', ['koos']],
  [' -,; \u200b ', []],
])('%j is searched by the words %j', (typed, words) => {
  expect(searchWords(typed)).toEqual(words);
});

it('a text of 10,000 invisible characters or marks has no words', () => {
  expect(searchWords('\u200b'.repeat(10_000))).toEqual([]);
  expect(searchWords('\u0301'.repeat(10_000))).toEqual([]);
});
