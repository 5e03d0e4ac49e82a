import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { dayAfter } from '#shared/dates.ts';
import { isOpen, lockLine } from './locked-line.ts';

/** Ignores an open line, which is no payment of a client. */
export const ignoreLine = async (
  { bankLines, journal }: Pick<Database, 'bankLines' | 'journal'>,
  admin: SessionUser,
  lineId: number,
  now: Date,
): Promise<void> => {
  await lockLine(bankLines, lineId, dayAfter(now, 0), ({ state }) => isOpen(state));
  await bankLines.decide({ lineId, state: 'ignored', adminId: admin.userId, now });
  await journal.record(auditOf(admin, 'bank.ignore', { record: `bank line ${lineId}` }));
};
