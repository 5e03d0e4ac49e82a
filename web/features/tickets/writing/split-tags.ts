/** Splits at commas, trims, and drops empty and repeated tags: 'sim, slow ,, sim' gives two. */
export const splitTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
