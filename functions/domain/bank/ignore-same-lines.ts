import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { findBankFile } from './read-bank-files.ts';

/**
 * Ignores the open lines of a file that a file of the other format brought before, because an administrator says that
 * they are the same (D63). Each can be opened again.
 */
export const ignoreSameLines = async (
  { bankFiles }: Pick<Database, 'bankFiles'>,
  admin: SessionUser,
  fileId: number,
  now: Date,
): Promise<void> => {
  const { account } = await findBankFile(bankFiles, fileId, now);
  // Nobody may take back the file that brought them first meanwhile.
  await bankFiles.lockAccount(account);
  await bankFiles.ignoreSame(fileId, auditOf(admin, 'bank.same'), now);
};
