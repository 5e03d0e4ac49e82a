import { auditOf } from '#functions/domain/audit.ts';
import { runOnce } from '#functions/domain/run-once.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { BankFile } from '#shared/contract/bank-files.ts';
import { findBankFile } from './read-bank-files.ts';

/**
 * Ignores the open lines of a file that a file of the other format brought before, because an administrator says that
 * they are the same (D63). Each can be opened again.
 */
export const ignoreSameLines = (
  database: DatabaseOf<'bankFiles' | 'idempotency'>,
  admin: SessionUser,
  fileId: number,
  { once, now }: { once: OnceKey | undefined; now: Date },
): Promise<BankFile> => {
  const route = 'bank.same';

  return runOnce(
    database,
    once && { userId: admin.userId, route, ...once },
    async ({ bankFiles }) => {
      const { account } = await findBankFile(bankFiles, fileId, now);
      // Nobody may take back the file that brought them first meanwhile.
      await bankFiles.lockAccount(account);
      await bankFiles.ignoreSame(fileId, auditOf(admin, route), now);

      return null;
    },
    () => findBankFile(database.bankFiles, fileId, now),
  );
};
