/**
 * Half of a surrogate pair, and every control character except tab, CR and LF: none of them belongs in a text (D56).
 */
const NO_TEXT = /\p{Surrogate}|(?![\t\r\n])\p{Control}/u;

export const isText = (value: string): boolean => !NO_TEXT.test(value);
