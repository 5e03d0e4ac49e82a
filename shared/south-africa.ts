import { withoutInvisible } from './text/text.ts';

/** How South African numbers are written and read. Their rules are in number-rules.ts, so that no first screen loads them. */

export const withoutSeparators = (text: string): string =>
  withoutInvisible(text).replace(/[\s()./\p{Dash}]/gu, '');

/** 'tel:' of a link, 'Tel. ' and the like. */
const BEFORE_PHONE = /^tel[\s.:]+/i;

/** Returns the number of a link or a pasted text. */
const readPhone = (text: string): string => withoutInvisible(text).trim().replace(BEFORE_PHONE, '');

const SOUTH_AFRICAN_PHONE = /^(?:0|(?:\+|00)?270?)([1-9]\d{8})$/;

/**
 * Returns '+27821234567' for 082…, 27…, 0027… and +27… (ITU-T E.164), also with a bracketed (0) after the country.
 * Numbers of other countries, and texts that are no number, stay as typed.
 */
export const normalisePhone = (text: string): string => {
  const phone = readPhone(text);
  const [, subscriber] = SOUTH_AFRICAN_PHONE.exec(withoutSeparators(phone)) ?? [];

  return subscriber === undefined ? phone : `+27${subscriber}`;
};

/** '+27 82 123 4567'; a number of another country as it is stored. */
export const formatPhone = (stored: string): string =>
  normalisePhone(stored).replace(/^\+27(\d{2})(\d{3})(\d{4})$/, '+27 $1 $2 $3');

/** '0821234567', as the country dials itself; a number of another country as it is stored. */
export const formatPhoneNational = (stored: string): string =>
  normalisePhone(stored).replace(/^\+27(\d{9})$/, '0$1');

/**
 * Returns the beginning or a part of a phone number as it is stored: '+278212' for '082 12', '082-12' and '0027 8212'.
 * Undefined for a text that is no part of a number.
 */
export const phoneSearchForm = (text: string): string | undefined => {
  const compact = withoutSeparators(readPhone(text));

  return /^\+?\d{3,}$/.test(compact) ? compact.replace(/^(?:(?:00|\+)270?|0)/, '+27') : undefined;
};

/** '8927 0748 7043 3499 244': the digits of a SIM serial number in groups of four, as it is printed on the card. */
export const formatSimSerial = (stored: string): string =>
  stored.replace(/^\d{8,}$/, (digits) => digits.match(/\d{1,4}/g)?.join(' ') ?? digits);
