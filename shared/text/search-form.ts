/**
 * The form in which texts are compared, so that 'Müller' is found as 'muller' and 'van der Merwe, Koos' in any way of
 * writing it. The SQL function search_form (0000_extensions.sql) does the same for what is stored.
 */

/** Soft hyphen, zero-width, direction, variation, fillers and tags. */
const INVISIBLE =
  '\\u00AD\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}';

/** Also the signs that are typed in their place. */
const APOSTROPHES =
  "'`\\u02B9\\u02BB-\\u02BF\\u02C8\\u02CA\\u02CB\\u055A\\u05F3\\u07F4\\u07F5\\u2018\\u2019\\u201B\\u2032\\u2035\\u275B\\u275C\\uA78B\\uA78C";

/** An accent alone, such as U+00B4, becomes a blank and a mark when it is decomposed. */
const ACCENT_ALONE = ' [\\u0300\\u0301\\u0313\\u0314]';

/** Marks of Latin, Greek and Cyrillic letters; those of other scripts are vowels. */
const MARKS = '\\u0300-\\u036F\\u0483-\\u0489\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F';

const REMOVED = new RegExp(`${ACCENT_ALONE}|[${APOSTROPHES}${MARKS}${INVISIBLE}]`, 'gu');

/** Also controls, commas and semicolons. */
const BLANKS = '\\u0000-\\u0020\\u007F-\\u009F\\u1680\\u2028\\u2029,;\\u060C\\u061B\\u3001';

const HYPHENS =
  '\\-\\u02D7\\u058A\\u05BE\\u1400\\u1806\\u2010-\\u2015\\u2043\\u2212\\u2E17\\u2E1A\\u2E3A\\u2E3B\\u2E40\\u2E5D\\u301C\\u3030\\u30A0\\u{10D6E}\\u{10EAD}';

const BETWEEN_WORDS = new RegExp(`[${BLANKS}${HYPHENS}]+`, 'gu');
const BETWEEN_TYPED_WORDS = new RegExp(`[${BLANKS}]+`, 'u');

const LETTERS = 'øłđðħıŧŋĸƀɓƈɖɗƒɠǥɨƙƚɲƞɵƥƭʈʋƴƶȥɇɉɋɍɏɔɛəǝς';
const PLAIN_LETTERS = 'olddhitnkbbcddfggiklnnopttvyzzejqryoeeeσ';

/** Letters that have no decomposition; a final sigma is a sigma. */
const PLAIN = new Map([
  ...[...LETTERS].map((letter, at): [string, string] => [letter, PLAIN_LETTERS.charAt(at)]),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);
const NOT_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu');

/** Returns a text without case, accents, apostrophes and invisible characters; blanks and hyphens stay as they are. */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(REMOVED, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN.get(letter) ?? letter)
    .normalize('NFC');

const joinWords = (folded: string): string => folded.replace(BETWEEN_WORDS, ' ').trim();

/** Returns the form in which a text is compared: folded words with one blank between them. */
export const searchForm = (text: string): string => joinWords(foldLetters(text));

/**
 * Returns each word of a typed text in this form, the longest first; hyphens hold the parts of one together. A word that
 * another one contains says nothing more.
 */
export const searchWords = (typed: string): string[] =>
  foldLetters(typed)
    .split(BETWEEN_TYPED_WORDS)
    .map(joinWords)
    .toSorted((one, other) => other.length - one.length)
    .filter((word, place, words) => word !== '' && !words.slice(0, place).some((one) => one.includes(word)));
