let held: readonly File[] = [];

/** Keeps files that were dropped on another page until the place that reads them is there. */
export const holdFiles = (files: readonly File[]): void => {
  held = files;
};

/** Returns the kept files once. */
export const takeHeldFiles = (): readonly File[] => {
  const files = held;
  held = [];

  return files;
};
