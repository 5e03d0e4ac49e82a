import { isCalendarDay } from './calendar.ts';
import { withoutInvisible } from './text/text.ts';

/**
 * The formats of South African numbers. Registration refuses only what `idNumberWarning` names; admin forms show a
 * `…Warning` next to the field and save all the same. Each returns a sentence for the user, or undefined if there is
 * nothing to say, as for an empty field.
 */

const withoutSeparators = (text: string): string => withoutInvisible(text).replace(/[\s()./\p{Dash}]/gu, '');

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

/** '920415 ••• ••••' for an identity number, and '•••••321' for any other: enough to recognise one's own number. */
export const maskIdNumber = (text: string): string =>
  /^\d{13}$/.test(withoutSeparators(text))
    ? `${withoutSeparators(text).slice(0, 6)} ••• ••••`
    : text.replace(/.(?=.{3})/gsu, '•');

/** The sum of the Luhn formula (ISO/IEC 7812-1, annex B): every second digit from the right counts double. */
const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, position) => {
    const value = Number(digit) * (position % 2 === 0 ? 1 : 2);

    return sum + (value > 9 ? value - 9 : value);
  }, 0);

const passesLuhn = (digits: string): boolean => luhnSum(digits) % 10 === 0;

/** Returns the digit that makes these pass the Luhn formula when it is appended to them. */
export const luhnCheckDigit = (digits: string): string => String((10 - (luhnSum(`${digits}0`) % 10)) % 10);

/**
 * True if the day exists in one of the two centuries. The years from 2000 to 2099 have every leap day of those from
 * 1900 to 1999, so only they are checked.
 */
const isDayOfEitherCentury = (yearMonthDay: string): boolean => {
  const [year = '', month = '', day = ''] = yearMonthDay.match(/\d\d/g) ?? [];

  return isCalendarDay(2000 + Number(year), Number(month), Number(day));
};

/**
 * True for an identity number of the Identification Act 68 of 1997, section 7: YYMMDD of birth, four digits for the sex
 * (5000 and above: male), citizenship (0 citizen, 1 permanent resident, 2 refugee), one digit without meaning today,
 * and a Luhn check digit. Only the date and the check digit are checked. The check digit alone would not be enough,
 * because thirteen zeros pass the Luhn formula.
 */
export const isValidIdNumber = (text: string): boolean => {
  const digits = withoutSeparators(text);

  return /^\d{13}$/.test(digits) && isDayOfEitherCentury(digits.slice(0, 6)) && passesLuhn(digits);
};

/**
 * Thirteen digits must be a valid identity number, or registration refuses them; any other text may be a passport
 * number.
 */
export const idNumberWarning = (text: string): string | undefined =>
  /^\d{13}$/.test(withoutSeparators(text)) && !isValidIdNumber(text)
    ? 'This is not a valid South African ID number; please check its digits'
    : undefined;

/** Like `normalisePhone`; also removes the separators from the 14 digits of a data SIM. */
export const normaliseMsisdn = (text: string): string => {
  const phone = normalisePhone(text);
  const compact = withoutSeparators(phone);

  return /^\d{14}$/.test(compact) ? compact : phone;
};

const warnUnless =
  (isPlausible: (compact: string) => boolean, warning: string) =>
  (text: string): string | undefined => {
    const compact = withoutSeparators(text);

    return compact === '' || isPlausible(compact) ? undefined : warning;
  };

/** A subscriber's number in E.164, or the 14 digits that networks give to SIM cards which carry only data. */
export const msisdnWarning = warnUnless(
  (compact) => /^(\+27\d{9}|\d{14})$/.test(normaliseMsisdn(compact)),
  'A South African number has +27 and nine digits, a data SIM has 14 digits',
);

/** A South African number, or one of another country with its code (ITU-T E.164: at most 15 digits). */
export const phoneWarning = warnUnless(
  (compact) => /^(?:\+27[1-9]\d{8}|(?:\+|00)(?!27)[1-9]\d{6,14})$/.test(normalisePhone(compact)),
  'A South African number has +27 and nine digits; one of another country begins with + and its code',
);

/** ITU-T E.118: 89 for telecommunications, country, issuer, account, and a Luhn check digit last. */
export const simSerialWarning = warnUnless(
  (compact) => /^89\d{17,18}$/.test(compact) && passesLuhn(compact),
  'A SIM serial number has 19 or 20 digits from 89, and the last one checks the others: please compare it with the card',
);

/** A VAT registration number as SARS issues it (Value-Added Tax Act 89 of 1991, section 23). */
export const vatNumberWarning = warnUnless(
  (compact) => /^4\d{9}$/.test(compact),
  'A VAT number has ten digits and starts with 4',
);

/** The South African Post Office's codes: '0001' to '9999'. */
export const postalCodeWarning = warnUnless(
  (compact) => /^\d{4}$/.test(compact) && compact !== '0000',
  'A South African postal code has four digits',
);
