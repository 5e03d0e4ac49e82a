import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { formatDateShort } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { matchAnew } from './match-anew.ts';
import { bankFileNotFound, findBankFile } from './read-bank-files.ts';

/**
 * Takes a file back with its lines, if nobody did anything with them and no later file brought one of them again (D63).
 * The portal forgets its account, columns and first day, and matches anew the lines that it seemed to have brought before.
 */
export const takeFileBack = async (
  database: Pick<Database, 'bankFileChanges' | 'bankFiles' | 'bankMatches' | 'bankOrders'>,
  admin: SessionUser,
  fileId: number,
  now: Date,
): Promise<void> => {
  const { bankFileChanges, bankFiles } = database;
  const locked = await bankFileChanges.lock(fileId, 'file');
  if (!locked) {
    throw bankFileNotFound();
  }
  const { hasBookings, repeatedBy, ignoredAsSameIn } = await bankFileChanges.findObstacles(fileId);
  if (hasBookings) {
    throw new AppError('has_bookings', 'A line of this file was booked or ignored, so the file stays.', {
      current: await findBankFile(bankFiles, fileId, now),
    });
  }
  if (repeatedBy !== null) {
    const later = await findBankFile(bankFiles, repeatedBy, now);
    throw new AppError(
      'is_repeated',
      `Please take back ${later.fileName} of ${formatDateShort(later.createdAt)} first: it brought lines of this file again.`,
      { current: later },
    );
  }
  if (ignoredAsSameIn !== null) {
    const other = await findBankFile(bankFiles, ignoredAsSameIn, now);
    throw new AppError(
      'is_repeated',
      `Please open the ignored lines of ${other.fileName} again first: they are the same as lines of this file.`,
      { current: other },
    );
  }
  await bankFileChanges.remove(fileId, auditOf(admin, 'bank.take-back'));
  const { bookFrom } = await bankFiles.readAccount(locked.account);
  if (bookFrom !== null) {
    await matchAnew(database, locked.account, bookFrom, now);
  }
};
