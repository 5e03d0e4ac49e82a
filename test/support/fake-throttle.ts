import type { ThrottleBucket, ThrottleStore } from '#functions/ports/database/throttle-store.ts';

interface Counter {
  count: number;
  windowEndsAt: Date;
  userId: number | undefined;
}

export interface ThrottleState {
  counters: Map<string, Counter>;
}

/** Counts as the database does, without its care for those who come at the same moment. */
export const makeFakeThrottle = (state: ThrottleState) => {
  const countIn = ({ name, limit, windowSeconds, userId }: ThrottleBucket, now: Date) => {
    const last = state.counters.get(name);
    const counter =
      last && last.windowEndsAt > now
        ? { ...last, count: last.count + 1 }
        : { count: 1, windowEndsAt: new Date(now.getTime() + windowSeconds * 1000), userId };
    state.counters.set(name, counter);

    return counter.count > limit ? counter.windowEndsAt : undefined;
  };

  return {
    count: async ({ buckets, quota }, now) => {
      const used = quota && state.counters.get(quota.name);
      if (used && used.windowEndsAt > now && used.count >= quota.limit) return used.windowEndsAt;

      for (const bucket of buckets) {
        const blockedUntil = countIn(bucket, now);
        if (blockedUntil) return blockedUntil;
      }

      return undefined;
    },
    countSuccess: async ({ buckets, quota }, now) => {
      for (const { name } of buckets) {
        const counter = state.counters.get(name);
        if (counter) counter.count -= 1;
      }

      return countIn(quota, now);
    },
    take: async (bucket, now) => countIn(bucket, now),
    giveBack: async () => {},
    clear: async (userId) => {
      for (const [name, counter] of state.counters) {
        if (counter.userId === userId) state.counters.delete(name);
      }
    },
  } satisfies ThrottleStore;
};
