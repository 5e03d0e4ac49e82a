import type { LineMatch } from './match-lines.ts';
import type { FileRow } from './reading/bank-file.ts';

const CAME_AND_WENT = 'Came and went in this file';

type MatchedRow = Pick<FileRow, 'date' | 'description' | 'reference' | 'amountCents'> & { match: LineMatch };

/** The words that hold a number, such as a reference. */
const numbersOf = ({ description, reference }: MatchedRow): string[] =>
  `${description} ${reference ?? ''}`.toUpperCase().match(/[A-Z]*\d[A-Z\d]{3,}/g) ?? [];

/** What says which payment a row is about: payer, clients and numbers. Rows of other amounts have other marks. */
const marksOf = (row: MatchedRow): string[] => {
  const { payer, proposals } = row.match;

  return [
    ...(payer === null ? [] : [`payer ${payer}`]),
    ...proposals.map(({ userId }) => `client ${userId}`),
    ...numbersOf(row).map((number) => `number ${number}`),
  ].map((mark) => `${Math.abs(row.amountCents)} ${mark}`);
};

/** Proposes to ignore a deposit and its return that one file brings (D63). Such a deposit is certain no longer. */
export const noteCameAndWent = <Row extends MatchedRow>(rows: readonly Row[]): Row[] => {
  const byDay = rows.toSorted(
    (one, other) =>
      one.date.localeCompare(other.date) || Math.sign(other.amountCents) - Math.sign(one.amountCents),
  );
  /** The deposits of each mark so far that did not go again, by their places; the newest is the last one. */
  const deposits = new Map<string, number[]>();
  const noted = new Set<Row>();
  const takeNewest = (places: number[]): number | undefined => {
    while (places.length > 0) {
      const place = places.at(-1) ?? -1;
      const deposit = byDay[place];
      if (deposit && !noted.has(deposit)) {
        return place;
      }
      places.pop();
    }

    return undefined;
  };
  for (const [place, row] of byDay.entries()) {
    const marks = marksOf(row);
    if (row.amountCents > 0) {
      for (const mark of marks) {
        const places = deposits.get(mark) ?? [];
        places.push(place);
        deposits.set(mark, places);
      }
    } else {
      const found = marks.flatMap((mark) => takeNewest(deposits.get(mark) ?? []) ?? []);
      const deposit = byDay[Math.max(-1, ...found)];
      if (deposit) {
        noted.add(deposit).add(row);
      }
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
