/** A row with a balance. */
export interface BalancedRow {
  row: number;
  /** What the row moves if it moves money: several readings of a row that may be only a note. */
  moves: readonly number[];
  /** The fee of its fee column, above 0 for a cost. */
  feeCents: number;
  balanceCents: number;
}

export interface Proof {
  openingCents: number;
  closingCents: number;
  /** True if the fees are taken from the balance besides the amounts. */
  hasFees: boolean;
  /** What each row moved, without its fee. */
  moved: ReadonlyMap<number, number>;
}

type Attempt = { proof: Proof } | { brokenRow: number; followed: number };

const follow = (rows: readonly BalancedRow[], hasFees: boolean): Attempt => {
  const moved = new Map<number, number>();
  let openingCents: number | undefined;
  let before = 0;
  for (const [followed, { row, moves, feeCents, balanceCents }] of rows.entries()) {
    const fee = hasFees ? feeCents : 0;
    const move =
      openingCents === undefined ? moves[0] : moves.find((cents) => before + cents - fee === balanceCents);
    if (move === undefined) {
      return { brokenRow: row, followed };
    }
    openingCents ??= balanceCents - move + fee;
    moved.set(row, move);
    before = balanceCents;
  }

  return { proof: { openingCents: openingCents ?? 0, closingCents: before, hasFees, moved } };
};

/**
 * Proves that each balance is the one before plus the amount, less the fee if the file has a column of fees that are
 * taken so (D63), in one of the orders in which the rows may stand. Else returns the first row that does not follow, in
 * the one of the likely orders, which come first, that leads furthest.
 */
export const proveBalances = (
  orders: readonly (readonly BalancedRow[])[],
  likelyOrders: number,
): Proof | { brokenRow: number } => {
  const rules = orders[0]?.some(({ feeCents }) => feeCents !== 0) ? [true, false] : [false];
  const attempts = orders.flatMap((order) => rules.map((hasFees) => follow(order, hasFees)));
  const proven = attempts.find((attempt) => 'proof' in attempt);
  if (proven !== undefined) {
    return proven.proof;
  }
  const [furthest] = attempts
    .slice(0, likelyOrders * rules.length)
    .flatMap((attempt) => ('proof' in attempt ? [] : [attempt]))
    .toSorted((a, b) => b.followed - a.followed);

  return { brokenRow: furthest?.brokenRow ?? 0 };
};
