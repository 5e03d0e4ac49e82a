import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { NewBankLine } from '#functions/ports/database/bank/bank-file-store.ts';
import type { Database, DatabaseOf } from '#functions/ports/database/database.ts';
import { type IdempotencyKey, NAMES_NOBODY } from '#functions/ports/database/system/idempotency-store.ts';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import type { BankFile, BankFileOrder } from '#shared/contract/bank/bank-files.ts';
import { dayAfter } from '#shared/dates.ts';
import { chooseBookFrom } from './book-from.ts';
import { noteCameAndWent } from './came-and-went.ts';
import { sumCents } from './line-refusals.ts';
import { matchLines } from './match-lines.ts';
import { findBankFile } from './read-bank-files.ts';
import { type RecognisedRow, readOrder, recogniseOrder } from './reading/read-order.ts';

const partition = <Row>(rows: readonly Row[], isFirst: (row: Row) => boolean): [Row[], Row[]] => [
  rows.filter(isFirst),
  rows.filter((row) => !isFirst(row)),
];

const IGNORED = {
  state: 'ignored',
  payer: null,
  perhaps: null,
  perhapsPaymentId: null,
  proposals: [],
} as const;

/** Finds the clients of the lines that are booked; earlier ones are ignored. */
const matchNewLines = async (
  database: Pick<Database, 'bankMatches'>,
  rows: readonly RecognisedRow[],
  { bookFrom, isProved, today }: { bookFrom: string; isProved: boolean; today: string },
): Promise<NewBankLine[]> => {
  const [earlier, booked] = partition(rows, ({ date }) => date < bookFrom);
  const matches = await matchLines(
    database,
    booked.map((row) => ({ ...row, hasBalance: isProved })),
    today,
  );
  const matched = booked.flatMap((row, index) => {
    const match = matches[index];

    return match ? [{ ...row, match }] : [];
  });

  return [
    ...earlier.map((row) => ({ ...row, ...IGNORED })),
    ...noteCameAndWent(matched).map(({ match, ...row }) => ({ ...row, ...match })),
  ];
};

type UploadDatabase = DatabaseOf<'bankFiles' | 'bankMatches' | 'idempotency'>;

interface Upload {
  admin: SessionUser;
  order: BankFileOrder;
  read: Awaited<ReturnType<typeof readOrder>>;
  today: string;
  now: Date;
}

/** Stores what is new of a file, alone for its account, so that what it brought twice or in other words is seen. */
const storeFile = async (
  database: UploadDatabase,
  { admin, order, read, today, now }: Upload,
): Promise<number> => {
  const { bankFiles } = database;
  await bankFiles.lockAccount(read.account.number);
  const { content, mapping, account, known, rows } = await recogniseOrder(database, read);
  const { skipped, header, ...file } = content;
  const bookFrom = chooseBookFrom(known, order.bookFrom, now);

  const [duplicates, added] = partition(rows, ({ knownId }) => knownId !== null);
  // The bank itself writes each line of OFX with its sign and number, which counts as much as a balance.
  const isProved = file.hasBalances || file.format === 'ofx';
  const lines = await matchNewLines(database, added, { bookFrom, isProved, today });

  const fileId = await bankFiles.addFile({
    ...file,
    bank: account.bank,
    fileName: order.fileName,
    account: account.number,
    header,
    mapping: mapping ?? null,
    bookFrom,
    skipped: skipped.count,
    skippedCents: skipped.cents,
    knownIds: duplicates.flatMap(({ knownId }) => knownId ?? []),
    duplicateCents: sumCents(duplicates),
    audit: auditOf(admin, 'bank.upload', { changes: { lines: lines.length, duplicates: duplicates.length } }),
  });
  await bankFiles.addLines(fileId, account.number, lines);

  return fileId;
};

/**
 * Reads a bank's file, finds the client of each line that is new, and stores it in one transaction (D63). It books
 * nothing. The file is read before the transaction, which may not be idle for so long.
 */
export const uploadBankFile = async (
  { database, bankAccounts }: { database: UploadDatabase; bankAccounts: BankAccounts },
  admin: SessionUser,
  order: BankFileOrder,
  { once, now }: { once: IdempotencyKey | undefined; now: Date },
): Promise<BankFile> => {
  const today = dayAfter(now, 0);
  const read = await readOrder(database, bankAccounts, order, today);
  const { kept: fileId } = await database.transaction((transaction) =>
    transaction.idempotency.runOnce(once, NAMES_NOBODY, () =>
      storeFile(transaction, { admin, order, read, today, now }),
    ),
  );

  return findBankFile(database.bankFiles, fileId, now);
};
