/** What en-ZA puts between thousands and after the R. */
export const NON_BREAKING_SPACE = '\u00A0';

/** '100 000' with non-breaking spaces; spelled out because ICU versions differ. `count` is a whole number. */
export const formatCount = (count: number): string =>
  String(count).replace(/\B(?=(\d{3})+$)/g, NON_BREAKING_SPACE);

/** '1 234,5': a quantity with at most three decimals, without those that are zero. */
export const formatQuantity = (quantity: number): string => {
  const [whole = '0', decimals] = String(quantity).split('.');

  return decimals === undefined ? formatCount(Number(whole)) : `${formatCount(Number(whole))},${decimals}`;
};

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** '1,2 MB', counted in thousands; the decimal comma is en-ZA's. */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const count = bytes / 1000 ** power;
  const digits = power === 0 || count >= 100 ? 0 : 1;

  return `${count.toFixed(digits).replace('.', ',')}${NON_BREAKING_SPACE}${UNITS[power]}`;
};
