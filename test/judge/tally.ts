/** Counts the figures that were compared, by what they are about, and keeps the differences. */

export interface Difference {
  group: string;
  where: string;
  expected: unknown;
  answered: unknown;
}

type Leaf = string | number | boolean | null | undefined;

const isLeaf = (value: unknown): value is Leaf => typeof value !== 'object' || value === null;

export const makeTally = () => {
  const compared = new Map<string, number>();
  const differences: Difference[] = [];

  /** Compares all that is expected with what was answered; what the answer has beside it is not looked at. */
  const compare = (group: string, where: string, expected: unknown, answered: unknown): void => {
    if (isLeaf(expected)) {
      compared.set(group, (compared.get(group) ?? 0) + 1);
      if (expected !== answered) {
        differences.push({ group, where, expected, answered });
      }

      return;
    }
    const other = (isLeaf(answered) ? {} : answered) as Record<string, unknown>;
    if (Array.isArray(expected)) {
      compare(group, `${where}.length`, expected.length, other.length);
    }
    for (const [name, value] of Object.entries(expected as object)) {
      compare(group, `${where}.${name}`, value, other[name]);
    }
  };

  return {
    compare,
    differences,
    table: () => {
      const rows = [...compared].map(([group, figures]) => ({
        group,
        figures,
        differences: differences.filter((one) => one.group === group).length,
      }));
      const sum = (name: 'figures' | 'differences') => rows.reduce((total, row) => total + row[name], 0);

      return [...rows, { group: 'together', figures: sum('figures'), differences: sum('differences') }];
    },
  };
};

export type Tally = ReturnType<typeof makeTally>;

export const describeTable = (tally: Tally): string =>
  tally
    .table()
    .map(({ group, figures, differences }) =>
      [group.padEnd(24), String(figures).padStart(9), String(differences).padStart(6)].join(' '),
    )
    .join('\n');

/** Tells the first differences of each group. */
export const describeDifferences = (tally: Tally, ofEachGroup = 10): string[] => {
  const told = new Map<string, number>();

  return tally.differences.flatMap(({ group, where, expected, answered }) => {
    const place = (told.get(group) ?? 0) + 1;
    told.set(group, place);
    const [books, portal] = [expected, answered].map((value) => JSON.stringify(value));

    return place > ofEachGroup ? [] : [`${group}: ${where}: the books say ${books}, the portal ${portal}`];
  });
};
