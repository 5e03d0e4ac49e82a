/** The separator of en-ZA between thousands and after the R. */
export const NON_BREAKING_SPACE = '\u00A0';

/** The sign of a number below zero, as wide as the digits beside it; a hyphen would be too short. */
export const MINUS = '\u2212';

/** '100 000' with non-breaking spaces; spelled out because ICU versions differ. `count` is a whole number. */
export const formatCount = (count: number): string =>
  String(count).replace(/\B(?=(\d{3})+$)/g, NON_BREAKING_SPACE);

/** '1 234,5': a quantity with at most three decimals, without those that are zero. */
export const formatQuantity = (quantity: number): string => {
  const [whole = '0', decimals] = String(quantity).split('.');

  return decimals === undefined ? formatCount(Number(whole)) : `${formatCount(Number(whole))},${decimals}`;
};

const inUnit = (size: number, [unit, ...larger]: readonly string[]): string =>
  larger.length > 0 && Math.round(size) >= 1000
    ? inUnit(size / 1000, larger)
    : `${size.toFixed(size < 100 ? 1 : 0).replace('.', ',')}${NON_BREAKING_SPACE}${unit}`;

/** '1,2 m', '12 k' or '850': a number for a place without room, such as the axis of a chart. */
export const formatShort = (value: number): string =>
  value < 1000 ? formatQuantity(value) : inUnit(value / 1000, ['k', 'm', 'bn']).replace(/,0(?=\u00A0)/, '');

/** '1,2 MB', counted in thousands; the decimal comma is en-ZA's. */
export const formatBytes = (bytes: number): string =>
  bytes < 1000
    ? `${bytes}${NON_BREAKING_SPACE}${bytes === 1 ? 'byte' : 'bytes'}`
    : inUnit(bytes / 1000, ['KB', 'MB', 'GB', 'TB']);
