declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Names the files with which a navigation began. */
    heldFiles?: string;
  }
}

let held: { name: string; files: readonly File[] } | undefined;

/**
 * Keeps files that were dropped on another page until the place that reads them is there. Only the navigation that has
 * the returned name in its state gets them, so a refused one leaves nothing to the next page or person.
 */
export const holdFiles = (files: readonly File[]): string => {
  held = { name: crypto.randomUUID(), files };

  return held.name;
};

/** Returns the files that are kept under this name, once. */
export const takeHeldFiles = (name: string | undefined): readonly File[] => {
  if (held === undefined || held.name !== name) {
    return [];
  }
  const { files } = held;
  held = undefined;

  return files;
};
