import { auditOfPage } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { BankFileStore } from '#functions/ports/database/bank/bank-file-store.ts';
import type { BankSummaryStore } from '#functions/ports/database/bank/bank-summary-store.ts';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import type { BankFile, BankFileSummary, BankFiles } from '#shared/contract/bank/bank-files.ts';
import { BANK_FILES_SHOWN } from '#shared/contract/bank/bank-limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { suggestBookFrom } from './book-from.ts';

export const bankFileNotFound = () => new AppError('not_found', 'This file was not found.');

/** Lists a page of the bank's files, and the accounts that receive money. */
export const listBankFiles = async (
  {
    database,
    bankAccounts,
  }: { database: { bankFiles: Pick<BankFileStore, 'list'> }; bankAccounts: BankAccounts },
  admin: SessionUser,
  page: number,
  now: Date,
): Promise<BankFiles> => {
  const today = dayAfter(now, 0);
  const { files, total, accounts, firstOpenDay } = await database.bankFiles.list(
    { offset: (page - 1) * BANK_FILES_SHOWN, limit: BANK_FILES_SHOWN },
    today,
    auditOfPage(admin, 'bank.files', now),
  );

  return {
    files,
    total,
    page,
    accounts: bankAccounts.map(({ number, bank }) => {
      const read = accounts.find(({ account }) => account === number);

      return {
        number,
        bank,
        bookFrom: read?.bookFrom ?? null,
        suggestedBookFrom: suggestBookFrom(firstOpenDay, today),
        readUntil: read?.readUntil ?? null,
      };
    }),
  };
};

export const findBankFile = async (
  bankFiles: Pick<BankFileStore, 'find'>,
  fileId: number,
  now: Date,
): Promise<BankFile> => {
  const file = await bankFiles.find(fileId, dayAfter(now, 0));
  if (!file) {
    throw bankFileNotFound();
  }

  return file;
};

export const summarizeBankFile = async (
  bankSummaries: BankSummaryStore,
  fileId: number,
  now: Date,
): Promise<BankFileSummary> => {
  const summary = await bankSummaries.summarize(fileId, now);
  if (!summary) {
    throw bankFileNotFound();
  }

  return summary;
};

/** Returns the file that brought a line. */
export const readFileOfLine = async (
  bankFiles: Pick<BankFileStore, 'findOfLine'>,
  lineId: number,
  now: Date,
): Promise<BankFile> => {
  const file = await bankFiles.findOfLine(lineId, dayAfter(now, 0));
  if (!file) {
    throw bankFileNotFound();
  }

  return file;
};
