import { auditOf } from '#functions/domain/audit.ts';
import { runOnce } from '#functions/domain/run-once.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { UndecidedLine } from '#functions/ports/database/bank/bank-file-change-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { BankFile } from '#shared/contract/bank-files.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { requireBookFrom } from './book-from.ts';
import { noteCameAndWent } from './came-and-went.ts';
import { matchLines } from './match-lines.ts';
import { bankFileNotFound, findBankFile } from './read-bank-files.ts';

/** One statement stores at most so many lines with their proposals. */
const LINES_AT_ONCE = 1_000;

type Changing = DatabaseOf<'bankFileChanges' | 'bankMatches' | 'bankOrders'>;

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
const matchAnew = async (database: Changing, account: string, bookFrom: string, now: Date): Promise<void> => {
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

/**
 * Changes the first day whose lines are booked, for all files of the file's account, while none of them is booked (D63).
 * Earlier lines that come after it are matched anew, and open lines before it are ignored.
 */
export const changeFirstDay = (
  database: DatabaseOf<'bankFileChanges' | 'bankFiles' | 'bankMatches' | 'bankOrders' | 'idempotency'>,
  admin: SessionUser,
  { fileId, bookFrom }: { fileId: number; bookFrom: string },
  { once, now }: { once: OnceKey | undefined; now: Date },
): Promise<BankFile> => {
  const route = 'bank.change-first-day';
  requireBookFrom(bookFrom, now);

  return runOnce(
    database,
    once && { userId: admin.userId, route, ...once },
    async (transaction) => {
      const { bankFileChanges, bankFiles } = transaction;
      const locked = await bankFileChanges.lock(fileId, 'account');
      if (!locked) {
        throw bankFileNotFound();
      }
      const { account } = locked;
      if (await bankFileChanges.isBooked(account)) {
        throw new AppError(
          'has_bookings',
          'A line of this account is booked, so its first day stays. Open an earlier line again by itself.',
          { current: await findBankFile(bankFiles, fileId, now) },
        );
      }
      await bankFileChanges.setFirstDay(account, bookFrom, auditOf(admin, route, { changes: { bookFrom } }));
      await bankFileChanges.ignoreBefore(account, bookFrom);
      await matchAnew(transaction, account, bookFrom, now);

      return null;
    },
    () => findBankFile(database.bankFiles, fileId, now),
  );
};
