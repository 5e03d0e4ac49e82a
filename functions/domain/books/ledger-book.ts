import type { Cell, Columns } from '#functions/documents/csv.ts';
import { auditOf, auditOfPage, auditOfRead } from '#functions/domain/audit.ts';
import { exportList, readPages } from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  BankEntry,
  BookEntry,
  ControlSums,
  LedgerBookStore,
  MonthOpening,
} from '#functions/ports/database/books/ledger-book-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { BookEntries, BookList, ControlAccount } from '#shared/contract/books/control-account.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import {
  BOOK_ENTRIES_SHOWN,
  CONTROL_ROWS,
  LEDGER_DAYS_MAX,
  LEDGER_ENTRIES_MAX,
} from '#shared/contract/limits.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { describeEntry, PURGED_LABEL, RECEIPT_LABELS } from '#shared/invoices/ledger-words.ts';
import { amountFromCents } from '#shared/money.ts';
import { formatMonth } from '#shared/months.ts';
import { formatCount } from '#shared/numbers.ts';

/** Even entries with the longest texts stay below the 1 MiB of a Data API result. */
const PAGE_ENTRIES = 250;

/** Refuses a file that `day` makes too large, and names the last day that fits, if there is one. */
const refuse = (reason: string, { from }: Period, day: string) => {
  const lastDay = dayAfter(new Date(day), -1);
  const sentence =
    lastDay < from ? reason : `${reason} The last day that fits is ${formatDateShort(lastDay)}.`;

  return new AppError('unprocessable', sentence, { fields: { to: sentence } });
};

/** Refuses a period that is too long or has too many entries. */
const requireFits = async (ledgerBook: Pick<LedgerBookStore, 'countByDay'>, period: Period) => {
  const dayTooFar = dayAfter(new Date(period.from), LEDGER_DAYS_MAX);
  if (period.to >= dayTooFar) {
    throw refuse(`The file holds at most ${LEDGER_DAYS_MAX} days.`, period, dayTooFar);
  }

  let count = 0;
  for (const day of await ledgerBook.countByDay(period)) {
    count += day.count;
    if (count > LEDGER_ENTRIES_MAX) {
      throw refuse(`The file holds at most ${formatCount(LEDGER_ENTRIES_MAX)} entries.`, period, day.day);
    }
  }
};

/** The entries of the file: those of clients' accounts, and those of the bank's lines that are on none. */
type FileEntry = BookEntry | BankEntry<BankEntry['kind'] | 'bank-fee'>;

const isOfAccounts = (entry: FileEntry | MonthOpening): entry is BookEntry => 'userId' in entry;

const FEE = { kind: 'bank-fee', label: 'Fee that the bank kept of payments' } as const;

const nameBankEntry = ({ kind, description }: BankEntry<BankEntry['kind'] | 'bank-fee'>): string => {
  const label = kind === FEE.kind ? FEE.label : RECEIPT_LABELS[kind];

  return description === null ? label : `${label}, ${description}`;
};

/** The account of the general ledger on which an entry stands. */
const ledgerAccountOf = (entry: FileEntry): string =>
  isOfAccounts(entry) ? 'Debtors' : entry.kind === FEE.kind ? 'Bank charges' : 'Unidentified receipts';

/** Reads a cell that only entries of clients' accounts have. */
const ofAccounts =
  (read: (entry: BookEntry) => Cell) =>
  (entry: FileEntry): Cell =>
    isOfAccounts(entry) ? read(entry) : null;

const describe = (entry: BookEntry): string => (entry.userId === null ? PURGED_LABEL : describeEntry(entry));

const COLUMNS: Columns<FileEntry> = [
  ['Entry', ofAccounts(({ id, userId }) => (userId === null ? null : id))],
  ['Date', ({ date }) => ({ day: date })],
  ['Bank date', ({ bankDate }) => ({ day: bankDate })],
  ['Type', ({ kind }) => kind],
  ['Account', ofAccounts(({ userId }) => userId)],
  ['OW number', ofAccounts(({ OWNumber }) => OWNumber)],
  ['Company', ofAccounts(({ company }) => company)],
  [
    'Number',
    ofAccounts(
      ({ id, userId, kind, number }) =>
        number ?? (kind === 'payment' && userId !== null ? `Payment ${id}` : null),
    ),
  ],
  ['Reverses or changes', ofAccounts(({ changes }) => changes)],
  ['Description', (entry) => (isOfAccounts(entry) ? describe(entry) : nameBankEntry(entry))],
  ['Method', ofAccounts(({ method }) => method)],
  ['Reference', ofAccounts(({ reference }) => reference)],
  ['Due date', ofAccounts(({ dueDate }) => ({ day: dueDate }))],
  ['Debit', ({ amountCents }) => (amountCents < 0 ? { cents: -amountCents } : null)],
  ['Credit', ({ amountCents }) => (amountCents < 0 ? null : { cents: amountCents })],
  // Above 0 for what is a debit, such as an invoice.
  ['VAT', ofAccounts(({ vatCents }) => ({ cents: vatCents && -vatCents }))],
  ['Written by', ({ writtenBy }) => writtenBy],
  ['Written at', ({ createdAt }) => ({ instant: createdAt })],
  ['Ledger account', ledgerAccountOf],
  ['Bank account', ({ bankAccount }) => bankAccount],
  ['Bank line', ({ lineId }) => lineId],
];

/**
 * Returns the entries of a period as a file. Its pages are of one moment; the highest id would not tell that moment,
 * because the ids of several accounts do not follow their commits.
 */
export const exportLedger = async (
  database: DatabaseOf<'ledgerBook' | 'journal'>,
  admin: SessionUser,
  { for: form, ...period }: Period & { for: CsvForm },
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const rows = await database.transaction(
    async ({ ledgerBook }): Promise<FileEntry[]> => {
      await requireFits(ledgerBook, period);

      return [
        ...(await readPages<BookEntry>(PAGE_ENTRIES, ({ limit }, last) =>
          ledgerBook.list(period, last, limit),
        )),
        ...(await readPages(PAGE_ENTRIES, (page) => ledgerBook.listBankEntries(period, page))),
      ];
    },
    { atOneMoment: true },
  );

  return exportList(database.journal, {
    columns: COLUMNS,
    rows,
    form,
    fileName: `ledger-${period.from}-to-${period.to}.csv`,
    audit: auditOf(admin, 'books.export', { changes: { ...period } }),
    tooLarge: ({ date }) => refuse('The file holds at most 4 MB.', period, date),
  });
};

/** Returns the control account of a period. A positive number is owed by the clients (D64). */
export const computeControlAccount = async (
  ledgerBook: Pick<LedgerBookStore, 'readControlAccount'>,
  period: Period,
  audit?: ReadAudit,
): Promise<ControlAccount> => {
  const { openingCents, rows, owedCents, creditCents, closedAccountsCents, unidentified, isClosed } =
    await ledgerBook.readControlAccount(period, audit);
  const closingCents = CONTROL_ROWS.reduce((sum, row) => sum + rows[row], openingCents);

  return {
    from: period.from,
    to: period.to,
    opening: amountFromCents(openingCents),
    ...(Object.fromEntries(
      CONTROL_ROWS.map((row) => [row, amountFromCents(rows[row])]),
    ) as ControlSums['rows']),
    closing: amountFromCents(closingCents),
    owed: amountFromCents(owedCents),
    credit: amountFromCents(creditCents),
    closedAccounts: amountFromCents(closedAccountsCents),
    unidentified: {
      opening: amountFromCents(unidentified.openingCents),
      in: amountFromCents(unidentified.inCents),
      out: amountFromCents(unidentified.outCents),
      closing: amountFromCents(unidentified.openingCents + unidentified.inCents - unidentified.outCents),
    },
    agrees: closingCents === owedCents - creditCents + closedAccountsCents,
    isClosed,
  };
};

export const readTotals = (
  ledgerBook: Pick<LedgerBookStore, 'readControlAccount'>,
  admin: SessionUser,
  period: Period,
): Promise<ControlAccount> => computeControlAccount(ledgerBook, period, auditOfRead(admin, 'books.totals'));

/** What entries of clients' accounts have and others have not. */
const NO_CLIENT = { number: null, userId: null, OWNumber: null, name: null, company: null } as const;

const toListed = (entry: BookEntry | BankEntry | MonthOpening): BookEntries['entries'][number] => {
  const { id, kind, date, reason, writtenBy, createdAt } = entry;
  const listed = { id, kind, date, reason, writtenBy, createdAt };
  if (entry.kind === 'month-opening') {
    const description = `${formatMonth(new Date(entry.lastDay))} opened again`;

    return {
      ...listed,
      ...NO_CLIENT,
      bankDate: null,
      description,
      amount: null,
      lineId: null,
      bankAccount: null,
    };
  }
  const { lineId, bankAccount, amountCents } = entry;
  const ofBank = { bankDate: entry.bankDate === date ? null : entry.bankDate, lineId, bankAccount };
  if (!isOfAccounts(entry)) {
    return {
      ...listed,
      ...ofBank,
      ...NO_CLIENT,
      description: nameBankEntry(entry),
      amount: amountFromCents(amountCents),
    };
  }
  const { number, userId, OWNumber, name, company } = entry;

  return {
    ...listed,
    ...ofBank,
    number,
    userId,
    OWNumber,
    name,
    company,
    description: describe({ ...entry, reason: null }),
    amount: amountFromCents(-amountCents),
  };
};

/** Lists a page of the entries behind a row of the control account, with the reasons and names of who wrote them. */
export const listEntries = async (
  ledgerBook: Pick<LedgerBookStore, 'listRow'>,
  admin: SessionUser,
  { row, page, ...period }: Period & { row: BookList; page: number },
  now: Date,
): Promise<BookEntries> => {
  const { entries, total } = await ledgerBook.listRow(
    row,
    period,
    { offset: (page - 1) * BOOK_ENTRIES_SHOWN, limit: BOOK_ENTRIES_SHOWN },
    auditOfPage(admin, 'books.entries', now),
  );

  return { entries: entries.map(toListed), total, page };
};
