import { auditOf } from '#functions/domain/audit.ts';
import { runOnce } from '#functions/domain/run-once.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { BankFile } from '#shared/contract/bank-files.ts';
import { AppError } from '#shared/errors.ts';
import { requireBookFrom } from './book-from.ts';
import { matchAnew } from './match-anew.ts';
import { bankFileNotFound, findBankFile } from './read-bank-files.ts';

/**
 * Changes the first day whose lines are booked, for all files of the file's account, while none of them is booked (D63).
 * Ignored lines from that day on are matched anew, and open lines before it are ignored.
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
