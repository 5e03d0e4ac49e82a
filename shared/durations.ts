const DURATIONS = [
  [1000, 's'],
  [60_000, 'min'],
  [60 * 60_000, 'h'],
  [24 * 60 * 60_000, 'd'],
] as const;

/** '4 s', '12 min', '3 h' or '2 d': whole units of the largest that fits; '1 s' for less than one. */
export const formatDuration = (ms: number): string => {
  const [size, unit] = DURATIONS.findLast(([size]) => ms >= size) ?? DURATIONS[0];

  return `${Math.max(1, Math.floor(ms / size))}\u00A0${unit}`;
};
