/** 'sim, slow ,, sim' is two tags: what stands between commas, trimmed, each once. */
export const splitTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
