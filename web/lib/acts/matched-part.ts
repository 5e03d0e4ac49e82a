import { hasNumber, readDocumentNumber, readOwNumber } from '#shared/portal-numbers.ts';
import { phoneSearchForm } from '#shared/south-africa.ts';
import { foldLetters, searchForm, searchWords } from '#shared/text/search-form.ts';

/** A letter of a text's form, and where in the text stands what it was made of. */
interface PlacedLetter {
  letter: string;
  start: number;
  end: number;
}

/** A letter with its accents, which may be characters of their own. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gsu;

const placeLetters = (text: string): PlacedLetter[] =>
  [...text.matchAll(LETTERS)].flatMap(({ 0: written, index: start }) => {
    const folded = foldLetters(written);
    // Blanks and hyphens have no form of their own.
    const form = searchForm(folded) || (folded && ' ');

    return form.split('').map((letter) => ({ letter, start, end: start + written.length }));
  });

/** Blanks and hyphens in a row are one blank. */
const isFirstBlank = ({ letter }: PlacedLetter, at: number, letters: readonly PlacedLetter[]): boolean =>
  letter !== ' ' || letters[at - 1]?.letter !== ' ';

const findPlace = (letters: readonly PlacedLetter[], term: string): [number, number] | undefined => {
  const at = letters
    .map(({ letter }) => letter)
    .join('')
    .indexOf(term);
  const [first, last] = [letters[at], letters[at + term.length - 1]];

  return first && last && [first.start, last.end];
};

const withoutBlanks = (form: string): string => form.replaceAll(' ', '');

/** The typed number of a phone, a SIM card or an account as the portal may print it with other blanks, or store it. */
const numbersOf = (typed: string): string[] => {
  const compact = withoutBlanks(searchForm(typed));
  const stored = [phoneSearchForm(typed), readOwNumber(typed)?.toLowerCase()];

  return /\d{2}/.test(compact) ? [compact, ...stored.filter((number) => number !== undefined)] : [];
};

/** The parts of a number say nothing alone. */
const wordsOf = (typed: string): string[] =>
  (phoneSearchForm(typed) ?? readOwNumber(typed) ?? readDocumentNumber(typed)) === undefined
    ? searchWords(typed)
    : [];

const isLongEnough = ({ length }: string): boolean => length > 1;

/**
 * Returns where the typed text stands in a shown one, as the search would find it: its start and its end. If its words
 * stand apart, the longest that is there is found.
 */
export const findMatchedPart = (shown: string, typed: string): [number, number] | undefined => {
  const form = searchForm(shown);
  const find = (terms: readonly string[], text: string) =>
    terms.filter(isLongEnough).find((term) => text.includes(term));

  const whole = find([searchForm(typed)], form);
  const number = whole ?? find(numbersOf(typed), withoutBlanks(form));
  if (whole === undefined && number !== undefined) {
    return findPlace(
      placeLetters(shown).filter(({ letter }) => letter !== ' '),
      number,
    );
  }
  const word = whole ?? find(wordsOf(typed), form);
  if (word === undefined && hasNumber(readDocumentNumber(typed), shown)) {
    return [0, shown.length];
  }

  return word === undefined ? undefined : findPlace(placeLetters(shown).filter(isFirstBlank), word);
};

/** True if the texts together hold each typed word, or one of them the typed number. */
export const holdsTyped = (texts: readonly (string | null | undefined)[], typed: string): boolean => {
  const forms = texts.filter((text) => typeof text === 'string').map(searchForm);
  const words = phoneSearchForm(typed) === undefined ? searchWords(typed) : [searchForm(typed)];
  const all = forms.join(' ');

  return (
    (isLongEnough(searchForm(typed)) && words.every((word) => all.includes(word))) ||
    numbersOf(typed).some((number) => forms.some((form) => withoutBlanks(form).includes(number)))
  );
};
