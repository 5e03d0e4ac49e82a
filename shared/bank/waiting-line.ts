/**
 * Lets at most `atOnceMax` tasks run at a time. The others wait in a line, and the one that has waited longest is next.
 */
export const makeWaitingLine = (atOnceMax: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async () => {
    if (running < atOnceMax) {
      running += 1;
    } else {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  // A task that ends hands its place to the next in the line, so that a newcomer cannot take it.
  const leave = () => {
    const next = waiting.shift();
    if (next) {
      next();
    } else {
      running -= 1;
    }
  };

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
