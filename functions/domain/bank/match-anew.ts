import type { UndecidedLine } from '#functions/ports/database/bank/bank-file-change-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { dayAfter } from '#shared/dates.ts';
import { noteCameAndWent } from './came-and-went.ts';
import { matchLines } from './match-lines.ts';

/** The number of lines that one statement stores with their proposals. */
const LINES_AT_ONCE = 1_000;

type Changing = Pick<Database, 'bankFileChanges' | 'bankMatches' | 'bankOrders'>;

const listUndecided = async (
  { bankFileChanges }: Changing,
  account: string,
  from: string,
): Promise<UndecidedLine[]> => {
  const lines: UndecidedLine[] = [];
  for (;;) {
    const page = await bankFileChanges.listUndecided(account, from, lines.at(-1)?.id ?? 0);
    if (page.length === 0) {
      return lines;
    }
    lines.push(...page);
  }
};

/** Finds the clients of the account's lines from the day on, as if their files were uploaded now. */
export const matchAnew = async (
  database: Changing,
  account: string,
  bookFrom: string,
  now: Date,
): Promise<void> => {
  const lines = await listUndecided(database, account, bookFrom);
  const matches = await matchLines(database, lines, dayAfter(now, 0));
  const matched = lines.flatMap((line, place) => {
    const match = matches[place];

    return match ? [{ ...line, match }] : [];
  });
  const noted = [...Map.groupBy(matched, ({ fileId }) => fileId).values()].flatMap(noteCameAndWent);
  for (let first = 0; first < noted.length; first += LINES_AT_ONCE) {
    await database.bankOrders.decide(
      noted.slice(first, first + LINES_AT_ONCE).map(({ id, match }) => ({ ...match, lineId: id })),
      now,
    );
  }
};
