/** The parts of a mail, from which its HTML and its text are both rendered, so that they say the same. */

/** A text that somebody typed: it is isolated, so that its writing direction ends with it (D56). */
export interface Typed {
  typed: string;
}
export type Words = string | Typed;

export type Fact = readonly [label: string, value: Words];

export type MailPart =
  | { paragraph: readonly Words[] }
  | { facts: readonly Fact[] }
  /** The link that the mail is for; its address is also shown as text. */
  | { button: { label: string; address: string } }
  /** Quieter words under it, with a link or without one. */
  | { note: string; address?: string };

export interface MailContent {
  /** Names the thing, and may hold typed text. */
  subject: string;
  /** The text that a mailbox shows behind the subject. */
  preheader: string;
  title: string;
  parts: readonly MailPart[];
  /** Why somebody gets this mail. */
  footer: string;
}

export const typed = (text: string): Typed => ({ typed: text });

export const paragraph = (...words: Words[]): MailPart => ({ paragraph: words });

const SUBJECT_LENGTH_MAX = 200;

/** Returns a subject on one line: a line break would begin another header. */
export const oneLine = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
  const characters = [...line];

  return characters.length <= SUBJECT_LENGTH_MAX
    ? line
    : `${characters.slice(0, SUBJECT_LENGTH_MAX - 1).join('')}…`;
};
