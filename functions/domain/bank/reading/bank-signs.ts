import { isPayment, readInOrOut } from '#shared/bank/bank-columns.ts';

/** What a row of a bank's file says about an amount, in cents and with the signs as they are written. */
export interface Figures {
  row: number;
  amount: number;
  /** True if 'Cr' or 'Kt' stands behind the amount. */
  isMarkedIn: boolean;
  /** True if the amount has any sign or mark. */
  isSigned: boolean;
  credit: number;
  debit: number;
  /** What the column 'in or out' says. */
  said: 'in' | 'out' | undefined;
}

/** Returns what came in, below 0 for what went out. */
export type SignRule = (figures: Figures) => number;

/** Money in as the columns are named, whatever sign a bank writes before money out. */
const byColumns: SignRule = ({ amount, credit, debit }) => amount + credit - Math.abs(debit);
/** A bank that writes costs below 0 writes one that came back above 0, in the column of money out. */
const signedDebits: SignRule = ({ amount, credit, debit }) => amount + credit + debit;
const turnedDebits: SignRule = ({ amount, credit, debit }) => amount + credit - debit;
const absoluteColumns: SignRule = ({ amount, credit, debit }) => amount + Math.abs(credit) - Math.abs(debit);

/** A bank that marks only money in with 'Cr'. */
const unmarkedIsOut: SignRule = ({ amount, isMarkedIn }) => (isMarkedIn ? amount : -amount);
/** A card's account: what was spent stands above 0. */
const turned: SignRule = ({ amount }) => -amount;

const bySaid: SignRule = ({ amount, said }) => (said === 'out' ? -amount : amount);
const bySaidAlone: SignRule = ({ amount, said }) => (said === 'out' ? -Math.abs(amount) : Math.abs(amount));

export interface Signs {
  /** The rules that may hold, the likeliest first. */
  rules: readonly [SignRule, ...SignRule[]];
  /** True if the file itself tells money in from money out, without its balances. */
  tells: boolean;
  /** A row whose sign may mean two things; only balances can say which. */
  unclearRow: number | undefined;
}

/** Returns the first row that has another sign than the first one, if there is any. */
const findMixed = (rows: readonly Figures[], figureOf: SignRule): number | undefined => {
  const signs = rows.map((row) => Math.sign(figureOf(row))).filter((sign) => sign !== 0);

  return rows.find((row) => figureOf(row) !== 0 && Math.sign(figureOf(row)) !== signs[0])?.row;
};

const signsOfSaid = (rows: readonly Figures[]): Signs => {
  const out = rows.filter(({ said }) => said === 'out');
  const inward = rows.filter(({ said }) => said === 'in');
  const minusIn = inward.find(({ amount }) => amount < 0);
  const minusOut = out.find(({ amount }) => amount < 0);
  const plusOut = out.find(({ amount }) => amount > 0);
  if (minusOut === undefined) {
    return { rules: [bySaid, bySaidAlone, byColumns], tells: true, unclearRow: minusIn?.row };
  }

  return {
    rules: plusOut || minusIn ? [byColumns, bySaidAlone, bySaid] : [byColumns],
    tells: true,
    unclearRow: plusOut?.row ?? minusIn?.row,
  };
};

const signsOfColumns = (rows: readonly Figures[], isSplit: boolean): Signs => {
  const mixedDebit = findMixed(rows, ({ debit }) => debit);
  const minusCredit = rows.find(({ credit }) => credit < 0);
  const hasCredits = rows.some(({ credit }) => credit > 0);

  return {
    rules:
      mixedDebit === undefined
        ? [byColumns, signedDebits, turnedDebits, absoluteColumns]
        : [signedDebits, turnedDebits, byColumns],
    tells: isSplit,
    unclearRow: mixedDebit ?? (hasCredits ? undefined : minusCredit?.row),
  };
};

const signsOfAmounts = (rows: readonly Figures[]): Signs => {
  const filled = rows.filter(({ amount }) => amount !== 0);
  const isBelow = filled.some(({ amount }) => amount < 0);
  const isAbove = filled.some(({ amount }) => amount > 0);
  const marksOnlyIn =
    !isBelow && filled.some(({ isMarkedIn }) => isMarkedIn) && filled.some(({ isMarkedIn }) => !isMarkedIn);
  if (marksOnlyIn) {
    return { rules: [unmarkedIsOut], tells: true, unclearRow: undefined };
  }

  return {
    rules: isBelow && isAbove ? [byColumns, turned] : [byColumns],
    tells: filled.some(({ isSigned }) => isSigned),
    unclearRow: undefined,
  };
};

interface SignColumns {
  hasInOrOut: boolean;
  hasCredit: boolean;
  hasDebit: boolean;
}

/** Tells by which rules the rows of a file may write money in and money out. */
export const chooseSigns = (
  rows: readonly Figures[],
  { hasInOrOut, hasCredit, hasDebit }: SignColumns,
): Signs => {
  if (hasCredit || hasDebit) {
    return signsOfColumns(rows, hasDebit);
  }

  return hasInOrOut ? signsOfSaid(rows) : signsOfAmounts(rows);
};

/** A bank knows few types of rows; texts differ from row to row. */
const TYPES_MAX = 12;

/**
 * Returns the place of a column that says in or out in most rows of money although nobody chose it, while the amounts
 * have no sign: read alone, they would all be money in.
 */
export const findSilentColumn = (
  money: readonly (readonly string[])[],
  chosen: ReadonlySet<number>,
): number | undefined => {
  const width = Math.min(...money.map((cells) => cells.length));

  return Array.from({ length: money.length > 0 ? width : 0 }, (_, place) => place).find((place) => {
    const said = money.map((cells) => readInOrOut(cells[place] ?? ''));
    const read = said.filter((each) => each !== undefined).length;
    const types = new Set(money.map((cells) => cells[place] ?? '')).size;
    const saysOut = said.includes('out') && read * 2 >= said.length && types <= TYPES_MAX;
    // 'Payment' in every row may be what clients paid.
    const isSure = said.includes('in') || money.some((cells) => !isPayment(cells[place] ?? ''));

    return !chosen.has(place) && saysOut && isSure;
  });
};
