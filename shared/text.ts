/** Half of a surrogate pair, and every control character but tab, CR and LF: no character of any text (D56). */
const NO_TEXT = /\p{Surrogate}|(?![\t\r\n])\p{Control}/u;

export const isText = (value: string): boolean => !NO_TEXT.test(value);
