import { auditOf } from '#functions/domain/audit.ts';
import { runOnce } from '#functions/domain/run-once.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { BankLine } from '#shared/contract/bank.ts';
import { dayAfter } from '#shared/dates.ts';
import { isOpen, lockLine, readLine } from './locked-line.ts';

/** Ignores an open line, which is no payment of a client. */
export const ignoreLine = (
  database: DatabaseOf<'bankLines' | 'idempotency' | 'journal'>,
  admin: SessionUser,
  lineId: number,
  { once, now }: { once: OnceKey | undefined; now: Date },
): Promise<BankLine> => {
  const today = dayAfter(now, 0);

  return runOnce(
    database,
    once && { userId: admin.userId, route: 'bank.ignore', ...once },
    async ({ bankLines, journal }) => {
      await lockLine(bankLines, lineId, today, ({ state }) => isOpen(state));
      await bankLines.decide({ lineId, state: 'ignored', adminId: admin.userId, now });
      await journal.record(auditOf(admin, 'bank.ignore', { record: `bank line ${lineId}` }));

      return null;
    },
    () => readLine(database.bankLines, lineId, today),
  );
};
