/** A stream of random choices, which is always the same for the same seed. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** Both ends are included. */
  integer(min: number, max: number): number;
  /** Returns true in this share of the calls. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks entries at the start of the list more often, as names are distributed. */
  pickCommon<T>(list: readonly T[]): T;
  /** At most nine digits; leading zeros are kept. */
  digits(count: number): string;
}

const itemAt = <T>(list: readonly T[], position: number): T => {
  const item = list[Math.floor(position * list.length)];
  if (item === undefined) {
    throw new Error('There is nothing to pick from an empty list');
  }

  return item;
};

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty for demo data. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0;

  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  return {
    next,
    integer,
    chance: (share) => next() < share,
    pick: (list) => itemAt(list, next()),
    pickCommon: (list) => itemAt(list, next() ** 2),
    digits: (count) => String(integer(0, 10 ** count - 1)).padStart(count, '0'),
  };
};

/** Makes a function that picks each choice in proportion to its weight. */
export const makeWeightedPick = <T>(
  choices: readonly T[],
  weightOf: (choice: T) => number,
): ((random: Random) => T) => {
  let total = 0;
  const ends = choices.map((choice) => {
    total += weightOf(choice);

    return { choice, end: total };
  });

  return (random) => {
    const position = random.next() * total;
    const found = ends.find(({ end }) => position < end);
    if (found === undefined) {
      throw new Error('There is nothing to pick from an empty list');
    }

    return found.choice;
  };
};
