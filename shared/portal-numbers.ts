import { withoutInvisible } from './text/text.ts';

/**
 * The numbers that the portal gives out, OW10001, INV-2026-000084 and CN-2026-000003, as banks and people write them
 * (D63, D77).
 */

/** The documents that are numbered within a year. */
export type Series = 'INV' | 'CN';

interface Reading {
  digits: string;
  /** Where it ends in its text. */
  end: number;
}

interface FoundNumber {
  start: number;
  /** The ways in which it may end; the longest comes first. */
  readings: Reading[];
}

export const NOT_INSIDE_WORD = '(?<![\\p{L}\\p{N}])';
/** What may stand between the groups of a number. */
export const BETWEEN_GROUPS = '[\\s.\\-\\u2010-\\u2015]';

export const SERIAL_DIGITS_MIN = 6;

const startOf = (word: string): RegExp => new RegExp(`${NOT_INSIDE_WORD}${word}`, 'giu');
const KINDS = {
  OW: { word: startOf('[O0]W'), digitsMax: 12 },
  INV: { word: startOf('INV(?:OICE)?'), digitsMax: 13 },
  CN: { word: startOf(`(?:CN|CREDIT${BETWEEN_GROUPS}*NOTE)`), digitsMax: 13 },
};
const NEXT_GROUP = new RegExp(`^(${BETWEEN_GROUPS}*)([0-9OIL]+)(\\p{L}?)`, 'iu');

/**
 * Reads the digits from a place on, in every way in which they may end; the longest comes first. A group that ends in a
 * letter of a word ends at its last digit.
 */
const readDigits = (text: string, from: number, lengthMax: number): Reading[] => {
  const readings: Reading[] = [];
  let digits = '';
  let end = from;
  let isOpen = true;

  while (isOpen) {
    const [, gap = '', group = '', letter = ''] = NEXT_GROUP.exec(text.slice(end)) ?? [];
    const kept = letter === '' ? group : group.replace(/\D+$/, '');
    digits += kept.replace(/o/gi, '0').replace(/[il]/gi, '1');
    end += gap.length + kept.length;
    isOpen = kept !== '' && letter === '';
    if (kept === '' || digits.length > lengthMax) {
      break;
    }
    readings.unshift({ digits, end });
  }

  return readings.filter((reading) => /\d/.test(text.slice(from, reading.end)));
};

/** Finds the numbers of a kind in a text. */
export const findNumbers = (text: string, kind: keyof typeof KINDS): FoundNumber[] =>
  [...text.matchAll(KINDS[kind].word)].map((match) => ({
    start: match.index,
    readings: readDigits(text, match.index + match[0].length, KINDS[kind].digitsMax),
  }));

const padSerial = (serial: string): string => serial.padStart(SERIAL_DIGITS_MIN, '0');

/**
 * Reads '2026000084' and '202684' as a year, the number within it, and that number as written. A number has zeros only
 * up to six digits; more digits behind them are another number.
 */
export const readYearAndSerial = (
  digits: string,
): { year: string; serial: string; written: string } | undefined => {
  const [, year = '', written = ''] = /^(20\d\d)(\d+)$/.exec(digits) ?? [];
  const serial = written.replace(/^0+/, '');

  return serial === '' || (serial !== written && written.length > SERIAL_DIGITS_MIN)
    ? undefined
    : { year, serial: padSerial(serial), written };
};

/** A longer text is no number. */
const TYPED_LENGTH_MAX = 100;

/** Removes what stands around and among the parts of a typed number: '#', 'No.', quotes, '.pdf', any kind of dash. */
const tidy = (typed: string): string => {
  const shown = withoutInvisible(typed).trim();

  return shown.length > TYPED_LENGTH_MAX
    ? ''
    : shown
        .normalize('NFKC')
        .replace(/\p{Dash}/gu, '-')
        .replace(/[#:/_]|\b(?:no|nr|number)\b/gi, ' ')
        .replace(/^[\s."'“”‘’„«»()<>[\],;]+|[\s."'“”‘’„«»()<>[\],;]+$/g, '')
        .replace(/\.pdf$/i, '');
};

/** 'Invoice' in 'Invoice INV-2026-000084'. */
const LEAD = /^(?:(?:tax )?invoice|credit note)?[\s.-]*$/i;

/** Returns the digits of a text that is one number of the kind and nothing else. */
const digitsOfWhole = (tidied: string, kind: keyof typeof KINDS): string | undefined =>
  findNumbers(tidied, kind)
    .filter(({ start }) => LEAD.test(tidied.slice(0, start)))
    .flatMap(({ readings }) => readings)
    .find(({ end }) => end === tidied.length)?.digits;

/** Returns 'OW10001' for 'ow 10001', '0W-10001', '#OW1OOO1' and 'OW010001'; undefined for any other text. */
export const readOwNumber = (typed: string): string | undefined => {
  const digits = digitsOfWhole(tidy(typed), 'OW');

  return digits === undefined ? undefined : `OW${digits.replace(/^0+(?=\d)/, '')}`;
};

/** A typed number of a document: of any series or year if none was typed. */
export interface DocumentNumber {
  series: Series | undefined;
  year: string | undefined;
  /** With at least six digits. */
  serial: string;
  /** How the serial begins, if its typed zeros may be those of a longer one: '00003' of 000030 to 000039. */
  start?: string | undefined;
}

/** What a number may be that is still being typed, in its series and year. */
const startOfSerial = (written: string): Pick<DocumentNumber, 'start'> =>
  written.startsWith('0') && written.length < SERIAL_DIGITS_MIN ? { start: written } : {};

/** The serials that a typed number may mean, each as its first and its last one; the number itself comes first. */
export const serialsOf = ({ serial, start }: DocumentNumber): [first: string, last: string][] => [
  [serial, serial],
  ...(start === undefined
    ? []
    : ([[start.padEnd(SERIAL_DIGITS_MIN, '0'), start.padEnd(SERIAL_DIGITS_MIN, '9')]] satisfies [
        string,
        string,
      ][])),
];

/** '2026-84', '000084'. */
const WITHOUT_WORD = /^(?:(20\d\d)[\s.-]+)?(0*[1-9]\d{0,8})$/;
const SERIAL = /^0*([1-9]\d{0,8})$/;

const readSerial = (digits: string): Omit<DocumentNumber, 'series'> | undefined => {
  const [, serial] = SERIAL.exec(digits) ?? [];

  return serial === undefined
    ? undefined
    : { year: undefined, serial: padSerial(serial), ...startOfSerial(digits) };
};

/**
 * Reads the number of an invoice or a credit note: 'INV-2026-000084', 'inv 2026 84', '#INV2026000084.pdf', 'Credit note
 * 2026/3', '2026-84' or '84'; undefined for any other text.
 */
export const readDocumentNumber = (typed: string): DocumentNumber | undefined => {
  const tidied = tidy(typed);
  for (const series of ['INV', 'CN'] as const) {
    const digits = digitsOfWhole(tidied, series);
    const dated = digits === undefined ? undefined : readYearAndSerial(digits);
    const read = dated
      ? { year: dated.year, serial: dated.serial, ...startOfSerial(dated.written) }
      : digits && readSerial(digits);
    if (read) {
      return { series, ...read };
    }
  }
  const [, year, written] = WITHOUT_WORD.exec(tidied) ?? [];

  return written === undefined
    ? undefined
    : {
        series: undefined,
        year,
        serial: padSerial(written.replace(/^0+/, '')),
        ...startOfSerial(written),
      };
};

/** True if a document has the number that was read, or one that it may become. */
export const hasNumber = (read: DocumentNumber | undefined, documentNumber: string): boolean => {
  const [series, year, serial = ''] = documentNumber.split('-');

  return (
    read !== undefined &&
    serialsOf(read).some(([first, last]) => serial >= first && serial <= last) &&
    (read.year ?? year) === year &&
    (read.series ?? series) === series
  );
};
