import { auditOf } from '#functions/domain/audit.ts';
import { runOnce } from '#functions/domain/run-once.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { BankFile } from '#shared/contract/bank-files.ts';
import { dayAfter } from '#shared/dates.ts';
import { laneOfFile } from './booking-queue.ts';
import { bankFileNotFound, findBankFile } from './read-bank-files.ts';

/** Orders a job that books the certain lines of a file, or those of them that are named (D63). */
export const orderCertainLines = (
  database: DatabaseOf<'bankFiles' | 'bankOrders' | 'idempotency'>,
  admin: SessionUser,
  { fileId, lineIds }: { fileId: number; lineIds: readonly number[] | undefined },
  once: OnceKey | undefined,
  now: Date,
): Promise<BankFile> => {
  const route = 'bank.book-certain';
  const key = once && { userId: admin.userId, route, ...once };

  return runOnce(
    database,
    key,
    async ({ bankOrders }) => {
      const isFound = await bankOrders.order({
        fileId,
        lineIds,
        today: dayAfter(now, 0),
        job: { key: `${laneOfFile(fileId)}:${crypto.randomUUID()}`, lane: laneOfFile(fileId) },
        audit: auditOf(admin, route),
        now,
      });
      if (!isFound) {
        throw bankFileNotFound();
      }

      return null;
    },
    () => findBankFile(database.bankFiles, fileId, now),
  );
};
