/**
 * Half of a surrogate pair, and every control character except tab, CR and LF: none of them belongs in a text (D56).
 */
const NO_TEXT = /\p{Surrogate}|(?![\t\r\n])\p{Control}/u;

export const isText = (value: string): boolean => !NO_TEXT.test(value);

const ALL_NO_TEXT = new RegExp(NO_TEXT, 'gu');

/** Removes what belongs in no text. */
export const withoutControls = (value: string): string => value.replaceAll(ALL_NO_TEXT, '');

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Removes characters that nobody sees, such as zero-width spaces, soft hyphens and bidi controls (D77). */
export const withoutInvisible = (value: string): string => value.replaceAll(INVISIBLE, '');

/** A bidi control is refused in a name instead (D56), and a variation selector belongs to the character before it. */
const KEPT_AT_EDGE = /[\p{Bidi_Control}\p{Variation_Selector}]/u;
const EMPTY = /[\s\p{Default_Ignorable_Code_Point}]/u;

const isEmpty = (character: string): boolean => EMPTY.test(character) && !KEPT_AT_EDGE.test(character);

/** Removes blanks and invisible characters before and behind a text (D77). */
export const trimInvisible = (value: string): string => {
  const characters = [...value];
  const first = characters.findIndex((character) => !isEmpty(character));
  const last = characters.findLastIndex((character) => !isEmpty(character));

  return first < 0 ? '' : characters.slice(first, last + 1).join('');
};
