import { isCalendarDay } from '#shared/calendar.ts';
import { isText } from '#shared/text/text.ts';

type Reader = (value: unknown) => unknown;

/**
 * Reads the search parameters of an address; an unreadable one counts as missing. It uses no library, because every
 * address is read in the browser's entry.
 */
export const readSearch =
  <Readers extends Record<string, Reader>>(readers: Readers) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])) as {
      [Name in keyof Readers]?: ReturnType<Readers[Name]>;
    };

export const oneOf =
  <const Choice>(choices: readonly Choice[]) =>
  (value: unknown): Choice | undefined =>
    choices.find((choice) => choice === value);

export const positiveInteger = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

export const positiveIntegerUpTo =
  (max: number) =>
  (value: unknown): number | undefined => {
    const number = positiveInteger(value);

    return number !== undefined && number <= max ? number : undefined;
  };

/** Reads an amount of rand above 0, in whole cents; the server knows the largest one. */
export const positiveAmount = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && Number.isFinite(value) && Number(value.toFixed(2)) === value
    ? value
    : undefined;

/** Reads a text and trims it as the contract does. A text that the contract refuses counts as missing. */
export const textUpTo =
  (lengthMax: number) =>
  (value: unknown): string | undefined => {
    const text = typeof value === 'string' ? value.trim() : undefined;

    return text !== undefined && text.length <= lengthMax && isText(text) ? text : undefined;
  };

/** Reads a day such as '2026-11-28'. */
export const calendarDay = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  isCalendarDay(Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8)))
    ? value
    : undefined;

/** Reads a month such as '2026-10'. */
export const readMonth = (text = ''): string | undefined => (calendarDay(`${text}-01`) ? text : undefined);

/** The text of `open` begins with the name of a dialog; what follows the first colon is its subject. */
export const OPEN_TEXT = /^([a-z-]+\.[a-z-]+)(?::(.{1,80}))?$/;

/** Reads what is open over a page. The table of the panel knows which dialogs there are. */
export const openText = (value: unknown): string | undefined =>
  typeof value === 'string' && OPEN_TEXT.test(value) ? value : undefined;
