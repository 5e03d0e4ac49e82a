import { isCalendarDay } from './calendar.ts';
import { normalisePhone, withoutSeparators } from './south-africa.ts';

/** The rules of South African numbers: which are valid, and what a form says of one that is not. */

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

// Registration refuses only what `idNumberWarning` names; admin forms show a `…Warning` next to the field and save all
// the same. Each returns a sentence for the user, or undefined if there is nothing to say, as for an empty field.

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
