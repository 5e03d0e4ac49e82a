/** What en-ZA puts between thousands and after the R. */
export const NON_BREAKING_SPACE = '\u00A0';

/** '100 000' with non-breaking spaces; spelled out because ICU versions differ. `count` is a whole number. */
export const formatCount = (count: number): string =>
  String(count).replace(/\B(?=(\d{3})+$)/g, NON_BREAKING_SPACE);
