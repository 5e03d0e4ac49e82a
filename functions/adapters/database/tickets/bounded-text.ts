import { endHtml } from '#shared/text/cut-html.ts';

/** Mark at the place where a text was cut. */
export const SHORTENED = '… (shortened)';

const encoder = new TextEncoder();

/** Counts the bytes that the Data API carries: as JSON, where some characters take more. */
const countBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

const countTextBytes = (text: string): number => countBytes(text) - 2;

/** PostgreSQL stores no NUL, and JSON no half of a character. */
const toStorable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** Returns as much of the start of a text as fits, in whole characters. */
const takeStart = (text: string, bytesMax: number): string => {
  let [fits, isTooLong] = [0, Math.min(text.length, bytesMax) + 1];
  while (isTooLong - fits > 1) {
    const middle = Math.floor((fits + isTooLong) / 2);
    if (countTextBytes(text.slice(0, middle)) <= bytesMax) {
      fits = middle;
    } else {
      isTooLong = middle;
    }
  }
  const start = text.slice(0, fits);

  return start.isWellFormed() ? start : start.slice(0, -1);
};

export const cutText = (text: string, bytesMax: number): string => {
  const storable = toStorable(text);

  return countTextBytes(storable) <= bytesMax
    ? storable
    : takeStart(storable, bytesMax - countTextBytes(SHORTENED)) + SHORTENED;
};

/** Usual length of the end of cut HTML; a longer one is found out. */
const END_BYTES = 80;

/** Cuts cleaned HTML, whose end then closes what is open and says what is missing. */
export const cutHtml = (html: string, bytesMax: number): string => {
  let shown = toStorable(html);
  let room = bytesMax - END_BYTES;
  while (countTextBytes(shown) > bytesMax && room > 0) {
    const start = takeStart(toStorable(html), room);
    shown = endHtml(start, start.length);
    room -= Math.max(countTextBytes(shown) - bytesMax, 1);
  }

  return shown;
};

/** Returns the first items that fit together. */
export const takeFirst = <Item>(items: readonly Item[], bytesMax: number): Item[] => {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += countBytes(item) + 2;

    return bytes > bytesMax;
  });

  return items.slice(0, end === -1 ? items.length : end);
};

/** Splits rows, in their order, into parts that each fit into a request as text. */
export const splitRows = <Row>(rows: readonly Row[], bytesMax: number): Row[][] => {
  const parts: Row[][] = [[]];
  let bytes = 0;

  for (const row of rows) {
    // The JSON of the rows is itself a text in the JSON of a request.
    const rowBytes = countBytes(JSON.stringify(row));
    if (bytes + rowBytes > bytesMax && bytes > 0) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(row);
    bytes += rowBytes;
  }

  return parts;
};
