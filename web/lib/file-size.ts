const UNITS = ['KB', 'MB', 'GB'] as const;
const STEP = 1024;

const inUnit = (size: number, [unit, ...larger]: readonly string[]): string =>
  larger.length > 0 && Number(size.toFixed(1)) >= STEP
    ? inUnit(size / STEP, larger)
    : `${Number(size.toFixed(1))} ${unit}`;

/** '1.2 KB'; what is smaller than one is told in bytes. */
export const formatFileSize = (bytes: number): string => {
  if (bytes < STEP) return bytes === 1 ? '1 byte' : `${bytes} bytes`;

  return inUnit(bytes / STEP, UNITS);
};
