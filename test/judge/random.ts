/** Random numbers that a seed repeats (mulberry32). */
export const makeChance = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** From 0 to below `most`. */
  const below = (most: number) => Math.floor(next() * most);

  return {
    below,
    between: (least: number, most: number) => least + below(most - least + 1),
    happens: (share: number) => next() < share,
    pick: <One>(from: readonly One[]): One | undefined => from[below(from.length)],
    /** Picks a name by the weights. */
    choose: <Name extends string>(weights: Partial<Record<Name, number>>): Name => {
      const all = Object.entries(weights) as [Name, number][];
      let place = next() * all.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of all) {
        place -= weight;
        if (place < 0) {
          return name;
        }
      }

      return all[0]?.[0] as Name;
    },
  };
};

export type Chance = ReturnType<typeof makeChance>;
