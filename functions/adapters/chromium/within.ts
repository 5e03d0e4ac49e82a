import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the result of the work; rejects with the sentence if it takes longer than `ms`. */
export const within = async <Result>(
  ms: number,
  work: Promise<Result>,
  sentence: string,
): Promise<Result> => {
  const ended = new AbortController();
  const giveUp = async (): Promise<never> => {
    await sleep(ms, undefined, { signal: ended.signal });
    throw new Error(sentence);
  };

  try {
    return await Promise.race([work, giveUp()]);
  } finally {
    ended.abort();
  }
};
