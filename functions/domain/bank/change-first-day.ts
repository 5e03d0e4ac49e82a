import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { requireBookFrom } from './book-from.ts';
import { matchAnew } from './match-anew.ts';
import { bankFileNotFound, findBankFile } from './read-bank-files.ts';

/**
 * Changes the first day whose lines are booked, for all files of the file's account, while none of them is booked (D63).
 * Ignored lines from that day on are matched anew, and open lines before it are ignored.
 */
export const changeFirstDay = async (
  database: Pick<Database, 'bankFileChanges' | 'bankFiles' | 'bankMatches' | 'bankOrders'>,
  admin: SessionUser,
  { fileId, bookFrom }: { fileId: number; bookFrom: string },
  now: Date,
): Promise<void> => {
  const { bankFileChanges, bankFiles } = database;
  requireBookFrom(bookFrom, now);

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
  const audit = auditOf(admin, 'bank.change-first-day', { changes: { bookFrom } });
  await bankFileChanges.setFirstDay(account, bookFrom, audit);
  await bankFileChanges.ignoreBefore(account, bookFrom);
  await matchAnew(database, account, bookFrom, now);
};
