/** Begins work before anybody needs it: its fault is met by who then waits for it, and by nobody before. */
export const inAdvance = <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined);

  return work;
};
