import type { FileRow } from './bank-file.ts';
import type { LineMatch } from './match-lines.ts';

const CAME_AND_WENT = 'Came and went in this file';

type MatchedRow = Pick<FileRow, 'date' | 'description' | 'reference' | 'amountCents'> & { match: LineMatch };

/** The words that hold a number, such as a reference. */
const numbersOf = ({ description, reference }: MatchedRow): string[] =>
  `${description} ${reference ?? ''}`.toUpperCase().match(/[A-Z]*\d[A-Z\d]{3,}/g) ?? [];

/** True if payer, client or reference say that both are about one payment; equal amounts are common. */
const areAboutOne = (deposit: MatchedRow, back: MatchedRow): boolean =>
  (deposit.match.payer !== null && deposit.match.payer === back.match.payer) ||
  deposit.match.proposals.some(({ userId }) =>
    back.match.proposals.some((proposal) => proposal.userId === userId),
  ) ||
  numbersOf(deposit).some((number) => numbersOf(back).includes(number));

/** Proposes to ignore a deposit and its return that one file brings (D63). Such a deposit is certain no longer. */
export const noteCameAndWent = <Row extends MatchedRow>(rows: readonly Row[]): Row[] => {
  const deposits = Map.groupBy(
    rows.filter(({ amountCents }) => amountCents > 0),
    ({ amountCents }) => amountCents,
  );
  const noted = new Set<Row>();
  for (const back of rows.filter(({ amountCents }) => amountCents < 0)) {
    const deposit = deposits
      .get(-back.amountCents)
      ?.findLast((each) => each.date <= back.date && !noted.has(each) && areAboutOne(each, back));
    if (deposit) {
      noted.add(deposit).add(back);
    }
  }

  return rows.map((row) =>
    noted.has(row)
      ? {
          ...row,
          match: {
            ...row.match,
            perhaps: CAME_AND_WENT,
            perhapsPaymentId: null,
            state: row.match.state === 'certain' ? 'likely' : row.match.state,
          },
        }
      : row,
  );
};
