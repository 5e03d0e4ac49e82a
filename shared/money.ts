import { formatCount, formatShort, MINUS, NON_BREAKING_SPACE } from './numbers.ts';
import { withoutInvisible } from './text/text.ts';

/** Money is integer cents in code, numeric(12,2) in the database and a number of rand on the wire. */

/** The largest amount that numeric(12,2) holds, in rand. */
export const AMOUNT_MAX = 9_999_999_999.99;

/** South Africa's standard rate since 1 April 2018 (Value-Added Tax Act 89 of 1991, section 7(1)). */
export const VAT_PERCENT = 15;

export const centsFromAmount = (amount: number): number => Math.round(amount * 100);

export const amountFromCents = (cents: number): number => cents / 100;

/** True if a quantity has at most three decimals. */
export const isWholeThousandths = (quantity: number): boolean => Number(quantity.toFixed(3)) === quantity;

/**
 * Returns a line's amount: the unit amount times the quantity, rounded half up to cents (D54). Both are exact integers
 * here.
 */
export const lineCents = ({ amount, quantity }: { amount: number; quantity: number }): number => {
  const unitCents = centsFromAmount(amount);
  const thousandths = Math.round(quantity * 1000);
  // Somebody may type an amount that no line can hold; it is refused later as too large.
  if (!Number.isSafeInteger(unitCents) || !Number.isSafeInteger(thousandths)) {
    return unitCents * quantity;
  }

  return Number((BigInt(unitCents) * BigInt(thousandths) + 500n) / 1000n);
};

/** '1234.50', as numeric columns are read and written. */
export const decimalFromCents = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

export const centsFromDecimal = (decimal: string): number => Math.round(Number(decimal) * 100);

/** 'R 1 234,50' or '−R 1 234,50' with non-breaking spaces, as en-ZA writes it. */
export const formatRand = (cents: number): string => {
  const [rand = '0', fraction = '00'] = decimalFromCents(Math.abs(cents)).split('.');

  return `${cents < 0 ? MINUS : ''}R${NON_BREAKING_SPACE}${formatCount(Number(rand))},${fraction}`;
};

/** As `formatRand`, for an amount in rand, as it is on the wire. */
export const formatAmount = (amount: number): string => formatRand(centsFromAmount(amount));

/** 'R 1,2 m', for a place without room. */
export const formatAmountShort = (amount: number): string =>
  `${amount < 0 ? MINUS : ''}R${NON_BREAKING_SPACE}${formatShort(Math.abs(amount))}`;

/** Returns the VAT in a price that includes VAT, rounded once. */
export const vatPortionCents = (grossCents: number, vatPercent: number): number =>
  Math.round((grossCents * vatPercent) / (100 + vatPercent));

/** A comma or dot separates thousands only if the other one follows as the decimal sign. */
const TYPED_NUMBER =
  /^([-\u2212]?)(\d+|\d{1,3}(?:\s\d{3})+|\d{1,3}(?:,\d{3})+(?=\.)|\d{1,3}(?:\.\d{3})+(?=,))(?:[.,](\d{1,3}))?$/;
const CURRENCY = /^([-\u2212]?)(?:R|ZAR)\s*(?=\d)/i;

/** '1,250' or '1.250': the sign may separate thousands or decimals. A number with thousands never begins with 0. */
const TWO_MEANINGS = /^[-\u2212]?[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads a number as a person types it, with as many decimals as it may have. */
const parseTyped = (text: string, decimalsMax: number): number | undefined => {
  const [, sign, whole, decimals = '0'] = TYPED_NUMBER.exec(text) ?? [];
  if (whole === undefined || decimals.length > decimalsMax || TWO_MEANINGS.test(text)) {
    return undefined;
  }
  const size = Number(`${whole.replace(/\D/g, '')}.${decimals}`);

  return sign && size > 0 ? -size : size;
};

const AMOUNT_DECIMALS = 2;
const QUANTITY_DECIMALS = 3;

/**
 * Parses an amount as a person types it or the portal shows it: '12,50', '12.50', 'R 1 250,50', '1,250.50', '−R 50,00'
 * (D13). Any other text is undefined.
 */
export const parseAmount = (text: string): number | undefined =>
  parseTyped(withoutInvisible(text).trim().replace(CURRENCY, '$1'), AMOUNT_DECIMALS);

/**
 * Parses a quantity as an amount is read, with one more decimal (D54): '1,5', '1 000', '0,125'. '1,125' is undefined,
 * because it may mean 1 125; '01,125' and '1 000,125' have one meaning.
 */
export const parseQuantity = (text: string): number | undefined =>
  parseTyped(withoutInvisible(text).trim(), QUANTITY_DECIMALS);

/** Writes a quantity so that `parseQuantity` reads it: '1,5', '01,125'. */
export const typeQuantity = (quantity: number): string => {
  const typed = String(quantity).replace('.', ',');

  return TWO_MEANINGS.test(typed) ? `0${typed}` : typed;
};
