import type { Columns } from '#functions/documents/csv.ts';
import { auditOf, auditOfPage, auditOfRead } from '#functions/domain/audit.ts';
import { exportList, readPages, requireFewRows } from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  BankReconciliationStore,
  ListedItem,
  ReconciledPeriod,
  StatedAccount,
} from '#functions/ports/database/books/bank-reconciliation-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import {
  BOOK_RECEIPT_ROWS,
  RECONCILIATION_ITEMS_SHOWN,
  RECONCILIATION_ROWS,
} from '#shared/books/reconciliation-rows.ts';
import {
  hasNoFigures,
  RECONCILIATION_FRAME,
  RECONCILIATION_LABELS,
  wordOpenPoints,
  wordRowsOfDay,
} from '#shared/books/reconciliation-words.ts';
import type {
  BankReconciliation,
  ReconciledAccount,
  ReconciliationItems,
  ReconciliationList,
} from '#shared/contract/books/bank-reconciliation.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import { METHOD_LABELS } from '#shared/invoices/ledger-words.ts';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';
import { daysOfMonth } from '#shared/months.ts';

type Store = Pick<BankReconciliationStore, 'readPeriod'>;

const numbersOf = (accounts: BankAccounts): string[] => accounts.map(({ number }) => number);

const amountOrNull = (cents: number | null): number | null =>
  cents === null ? null : amountFromCents(cents);

const sumCents = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + centsFromAmount(amount), 0);

/** Returns the figure of each row, in rand. */
const figuresOf = <Row extends ReconciliationList>(
  rows: readonly Row[],
  sums: ReconciledPeriod['sums'],
  account: string | null,
): Record<Row, number> => {
  const centsOf = (row: Row) => sums.find((sum) => sum.row === row && sum.account === account)?.cents ?? 0;

  return Object.fromEntries(rows.map((row) => [row, amountFromCents(centsOf(row))])) as Record<Row, number>;
};

const reconcile = (
  { openingCents, closingCents, gaps, ...stated }: StatedAccount,
  { bank, to, sums }: { bank: string | null; to: string; sums: ReconciledPeriod['sums'] },
): ReconciledAccount => {
  const rows = figuresOf(RECONCILIATION_ROWS, sums, stated.number);
  const sum = openingCents === null ? null : openingCents + sumCents(Object.values(rows));
  const difference = sum === null || closingCents === null ? null : closingCents - sum;

  return {
    ...stated,
    bank,
    gaps: gaps.map(({ differenceCents, ...days }) => ({
      ...days,
      difference: amountOrNull(differenceCents),
    })),
    opening: amountOrNull(openingCents),
    rows,
    sum: amountOrNull(sum),
    closing: amountOrNull(closingCents),
    difference: amountOrNull(difference),
    agrees:
      difference === 0 &&
      gaps.length === 0 &&
      stated.begins === null &&
      stated.until === to &&
      !stated.lacksBalances,
  };
};

/** Returns the accounts of the settings in their order, and then those that receive money no more. */
const inOrder = (stated: readonly StatedAccount[], accounts: BankAccounts): StatedAccount[] => {
  const numbers = numbersOf(accounts);
  const placeOf = ({ number }: StatedAccount) =>
    numbers.includes(number) ? numbers.indexOf(number) : numbers.length;

  return stated.toSorted((a, b) => placeOf(a) - placeOf(b));
};

const compute = async (
  store: Store,
  bankAccounts: BankAccounts,
  month: string,
  audit?: ReadAudit,
): Promise<BankReconciliation> => {
  const { from, to } = daysOfMonth(month);
  const { accounts, sums, isClosed } = await store.readPeriod(numbersOf(bankAccounts), { from, to }, audit);
  const rows = figuresOf(BOOK_RECEIPT_ROWS, sums, null);

  return {
    month,
    from,
    to,
    isClosed,
    accounts: inOrder(accounts, bankAccounts).map((stated) => {
      const bank = bankAccounts.find(({ number }) => number === stated.number)?.bank ?? null;

      return reconcile(stated, { bank, to, sums });
    }),
    receipts: { rows, total: amountFromCents(sumCents(Object.values(rows))) },
  };
};

/** Reconciles the bank's files of a month with the books, account by account (D63). */
export const readBankReconciliation = (
  { database, bankAccounts }: { database: { bankReconciliation: Store }; bankAccounts: BankAccounts },
  admin: SessionUser,
  month: string,
): Promise<BankReconciliation> =>
  compute(database.bankReconciliation, bankAccounts, month, auditOfRead(admin, 'books.bank-reconciliation'));

/** Lists a page of what a figure of the reconciliation consists of. */
export const listReconciliationItems = async (
  {
    database,
    bankAccounts,
  }: {
    database: { bankReconciliation: Pick<BankReconciliationStore, 'listItems'> };
    bankAccounts: BankAccounts;
  },
  admin: SessionUser,
  {
    month,
    account = null,
    row,
    page,
  }: { month: string; account?: string | null | undefined; row: ReconciliationList; page: number },
  now: Date,
): Promise<ReconciliationItems> => {
  const { items, total } = await database.bankReconciliation.listItems(
    numbersOf(bankAccounts),
    daysOfMonth(month),
    { row, account },
    { offset: (page - 1) * RECONCILIATION_ITEMS_SHOWN, limit: RECONCILIATION_ITEMS_SHOWN },
    auditOfPage(admin, 'books.reconciliation-items', now),
  );

  return {
    items: items.map(({ row: _row, account: _account, cents, ...item }) => ({
      ...item,
      amount: amountFromCents(cents),
    })),
    total,
    page,
  };
};

/** Even items with the longest texts stay below the 1 MiB of a Data API result. */
const PAGE_ITEMS = 250;

type FileRow = Partial<Omit<ListedItem, 'row' | 'cents'>> & { figure: string; cents?: number | null };

const COLUMNS: Columns<FileRow> = [
  ['Bank account', ({ account = null }) => account],
  ['Figure', ({ figure }) => figure],
  ['Bank date', ({ date = null }) => ({ day: date })],
  ['Date', ({ entryDate = null }) => ({ day: entryDate })],
  ['Payment', ({ paymentId = null }) => paymentId],
  ['Line', ({ lineId = null }) => lineId],
  ['OW number', ({ OWNumber = null }) => OWNumber],
  ['Company', ({ company = null }) => company],
  ['Name', ({ name = null }) => name],
  ['Method', ({ method }) => (method ? METHOD_LABELS[method] : null)],
  ['Description', ({ description = null, rows }) => description ?? (rows ? wordRowsOfDay(rows) : null)],
  ['Reversed on', ({ reversedOn = null }) => ({ day: reversedOn })],
  ['File', ({ fileName = null }) => fileName],
  ['Amount', ({ cents = null }) => ({ cents })],
];

/** The rows of an account from its opening balance to the difference, with what keeps it from agreeing. */
const rowsOfAccount = (
  account: ReconciledAccount,
  { from, to }: Period,
  items: readonly ListedItem[],
): FileRow[] => {
  const { number, begins, until } = account;
  const figure = (name: 'opening' | 'sum' | 'closing' | 'difference', date?: string): FileRow => ({
    account: number,
    figure: RECONCILIATION_FRAME[name],
    ...(date !== undefined && { date }),
    cents: account[name] === null ? null : centsFromAmount(account[name]),
  });
  const notes = wordOpenPoints(account, to).map((sentence) => ({
    account: number,
    figure: 'Note',
    description: sentence,
  }));

  return hasNoFigures(account)
    ? notes
    : [
        figure('opening', begins ?? from),
        ...items.map(toFileRow),
        figure('sum'),
        figure('closing', until ?? to),
        figure('difference'),
        ...notes,
      ];
};

const toFileRow = ({ row, ...item }: ListedItem): FileRow => ({
  ...item,
  figure: RECONCILIATION_LABELS[row],
});

/** Returns the reconciliation of a month with all its items as a file of one moment. */
export const exportBankReconciliation = async (
  {
    database,
    bankAccounts,
  }: { database: DatabaseOf<'bankReconciliation' | 'journal'>; bankAccounts: BankAccounts },
  admin: SessionUser,
  { month, for: form }: { month: string; for: CsvForm },
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const numbers = numbersOf(bankAccounts);
  const { reconciliation, items } = await database.transaction(
    async ({ bankReconciliation }) => ({
      items: await readPages<ListedItem>(PAGE_ITEMS, async (page) => {
        const period = daysOfMonth(month);
        const found = await bankReconciliation.listItems(numbers, period, undefined, page, undefined);
        requireFewRows(found.total, 'rows');

        return found.items;
      }),
      reconciliation: await compute(bankReconciliation, bankAccounts, month),
    }),
    { atOneMoment: true },
  );
  const { accounts, receipts } = reconciliation;
  const itemsOf = (number: string | null) => items.filter(({ account }) => account === number);

  return exportList(database.journal, {
    columns: COLUMNS,
    rows: [
      ...accounts.flatMap((account) => rowsOfAccount(account, reconciliation, itemsOf(account.number))),
      ...itemsOf(null).map(toFileRow),
      { figure: RECONCILIATION_FRAME.receipts, cents: centsFromAmount(receipts.total) },
    ],
    form,
    fileName: `bank-reconciliation-${month}.csv`,
    audit: auditOf(admin, 'books.export-bank-reconciliation', { changes: { month } }),
  });
};
