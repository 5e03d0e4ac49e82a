/**
 * Half of a surrogate pair, and every control character except tab, CR and LF: none of them belongs in a text (D56).
 */
const NO_TEXT = /\p{Surrogate}|(?![\t\r\n])\p{Control}/u;

export const isText = (value: string): boolean => !NO_TEXT.test(value);

const ALL_NO_TEXT = new RegExp(NO_TEXT, 'gu');

/** Removes what belongs in no text. */
export const withoutControls = (value: string): string => value.replaceAll(ALL_NO_TEXT, '');
