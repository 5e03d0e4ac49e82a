/** Returns the smallest value that is not exceeded by `share` of all values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);

  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const timeMs = async (work: () => unknown): Promise<number> => {
  const startedAt = performance.now();
  await work();

  return performance.now() - startedAt;
};

/** Measures two things in turn, A B A B, so that other work of the machine affects both alike. */
export const alternate = async (
  rounds: number,
  measureFirst: () => Promise<number>,
  measureSecond: () => Promise<number>,
): Promise<[first: number[], second: number[]]> => {
  const first: number[] = [];
  const second: number[] = [];

  for (let round = 0; round < rounds; round += 1) {
    first.push(await measureFirst());
    second.push(await measureSecond());
  }

  return [first, second];
};
