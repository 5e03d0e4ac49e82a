import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { dayAfter } from '#shared/dates.ts';
import { laneOfFile } from './booking-queue.ts';
import { bankFileNotFound } from './read-bank-files.ts';

/** Orders a job that books the certain lines of a file, or those of them that are named (D63). */
export const orderCertainLines = async (
  { bankOrders }: Pick<Database, 'bankOrders'>,
  admin: SessionUser,
  { fileId, lineIds }: { fileId: number; lineIds: readonly number[] | undefined },
  now: Date,
): Promise<void> => {
  const isFound = await bankOrders.order({
    fileId,
    lineIds,
    today: dayAfter(now, 0),
    job: { key: `${laneOfFile(fileId)}:${crypto.randomUUID()}`, lane: laneOfFile(fileId) },
    audit: auditOf(admin, 'bank.book-certain'),
    now,
  });
  if (!isFound) {
    throw bankFileNotFound();
  }
};
