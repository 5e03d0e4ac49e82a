import { auditOf } from '#functions/domain/audit.ts';
import { runOnce } from '#functions/domain/run-once.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { NewBankLine, RememberedHeader } from '#functions/ports/database/bank/bank-file-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import { isSameAccount } from '#shared/bank-accounts.ts';
import type { BankFile, BankFileOrder } from '#shared/contract/bank.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { BankFile as FileContent } from './bank-file.ts';
import { chooseBookFrom } from './book-from.ts';
import { noteCameAndWent } from './came-and-went.ts';
import { identifyLines, type LineIdentity } from './line-identity.ts';
import { matchLines } from './match-lines.ts';
import { readBankFile, readBankHeader } from './read-bank-file.ts';
import { findBankFile } from './read-bank-files.ts';
import { requireSums } from './require-sums.ts';

const requireAccount = (accounts: BankAccounts, named: string): string => {
  const account = accounts.find(({ number }) => isSameAccount(number, named));
  if (!account) {
    const sentence = `The file is of account ${named}, which is none of yours that receive money.`;
    throw new AppError('other_account', sentence, { fields: { account: sentence } });
  }

  return account.number;
};

/** The account that the file names, else the one that the admin chose for it or earlier for its header, else the only one. */
const chooseAccount = (
  accounts: BankAccounts,
  named: string | null | undefined,
  remembered: RememberedHeader | undefined,
): string => {
  if (named) {
    return requireAccount(accounts, named);
  }
  const known = accounts.find(({ number }) => number === remembered?.account);
  const [first, ...others] = accounts;
  const account = known ?? (others.length === 0 ? first : undefined);
  if (!account) {
    const sentence = 'The file does not say of which account it is. Please choose it.';
    throw new AppError('account_needed', sentence, { fields: { account: sentence } });
  }

  return account.number;
};

type IdentifiedRow = FileContent['rows'][number] & LineIdentity;

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
  database: DatabaseOf<'bankMatches'>,
  rows: readonly (IdentifiedRow & { seenInFileOf: string | null })[],
  { bookFrom, hasBalances, today }: { bookFrom: string; hasBalances: boolean; today: string },
): Promise<NewBankLine[]> => {
  const [earlier, booked] = partition(rows, ({ date }) => date < bookFrom);
  const matches = await matchLines(
    database,
    booked.map((row) => ({ ...row, hasBalance: hasBalances })),
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

const sumCents = (rows: readonly { amountCents: number }[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

type UploadDatabase = DatabaseOf<'bankFiles' | 'bankMatches' | 'idempotency'>;

interface Upload {
  admin: SessionUser;
  order: BankFileOrder;
  account: string;
  content: FileContent;
  today: string;
  now: Date;
}

/** Stores what is new of a file, alone for its account, so that what it brought twice or in other words is seen. */
const storeFile = async (
  database: UploadDatabase,
  { admin, order, account, content, today, now }: Upload,
): Promise<number> => {
  const { bankFiles } = database;
  const { rows, skipped, header, ...file } = content;
  await bankFiles.lockAccount(account);
  const read = await bankFiles.readAccount(account);
  const bookFrom = chooseBookFrom(read, order.bookFrom, now);

  const identified = await identifyLines(rows);
  const recognised = await bankFiles.recognise(account, identified);
  const [duplicates, added] = partition(
    identified.map((row, index) => ({ knownId: null, seenInFileOf: null, ...recognised[index], ...row })),
    ({ knownId }) => knownId !== null,
  );
  const lines = await matchNewLines(database, added, { bookFrom, hasBalances: file.hasBalances, today });

  const fileId = await bankFiles.addFile({
    ...file,
    fileName: order.fileName,
    account,
    header,
    mapping: order.mapping ?? null,
    bookFrom,
    skipped: skipped.count,
    skippedCents: skipped.cents,
    knownIds: duplicates.flatMap(({ knownId }) => knownId ?? []),
    duplicateCents: sumCents(duplicates),
    audit: auditOf(admin, 'bank.upload', { changes: { lines: lines.length, duplicates: duplicates.length } }),
  });
  await bankFiles.addLines(fileId, account, lines);

  return fileId;
};

/**
 * Reads a bank's file, finds the client of each line that is new, and stores it in one transaction (D63). It books
 * nothing.
 */
export const uploadBankFile = async (
  { database, bankAccounts }: { database: UploadDatabase; bankAccounts: BankAccounts },
  admin: SessionUser,
  order: BankFileOrder,
  once: OnceKey | undefined,
  now: Date,
): Promise<BankFile> => {
  const today = dayAfter(now, 0);
  const remembered = await database.bankFiles.findHeader(readBankHeader(order.text));
  const mapping = order.mapping ?? remembered?.mapping ?? undefined;
  const content = readBankFile(order.text, { mapping, withoutBalances: order.withoutBalances, today });
  requireSums(content, mapping ? 'mapping' : 'text');
  const account = chooseAccount(bankAccounts, content.account ?? order.account, remembered);
  const upload = { admin, order: { ...order, mapping }, account, content, today, now };

  return runOnce(
    database,
    once && { userId: admin.userId, route: 'bank.upload', ...once },
    (transaction) => storeFile(transaction, upload),
    (fileId) => findBankFile(database.bankFiles, fileId, now),
  );
};
