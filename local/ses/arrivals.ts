/** Tells those who wait when a mail has come. */
export const makeArrivals = () => {
  const waiting = new Set<() => void>();

  return {
    announce: () => {
      for (const wake of waiting) {
        wake();
      }
    },
    /** Resolves with the first result that is not undefined, asking again at each arrival. */
    waitFor: <T>(find: () => T | undefined): Promise<T> =>
      new Promise((resolve) => {
        const look = () => {
          const found = find();
          if (found !== undefined) {
            waiting.delete(look);
            resolve(found);
          }
        };
        waiting.add(look);
        look();
      }),
  };
};
