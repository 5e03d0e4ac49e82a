import { type Cell, toCsvFile, toCsvRecord } from '#functions/documents/csv.ts';
import { sumAgeing, toAgeing } from '#functions/domain/debtors/ageing-answer.ts';
import { auditOfReading } from '#functions/domain/invoices/read-invoices.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  AccountOnDay,
  LineEntry,
  Period,
  StatementStore,
} from '#functions/ports/database/debtors/statement-store.ts';
import type { Statement, StatementLine } from '#shared/contract/debtors/ledger-statements.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { STATEMENT_ENTRIES_MAX, STATEMENT_YEARS_MAX } from '#shared/contract/limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { describeStatementEntry, wordPaid } from '#shared/invoices/ledger-words.ts';
import { STILL_PAYABLE } from '#shared/invoices/still-payable.ts';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';

/** Even entries with the longest texts stay below the 1 MiB of a Data API result. */
const PAGE_ENTRIES = 500;

/** The number names the file, because a person may save the statements of several clients. */
type StatementOfClient = Statement & { OWNumber: string };

const refuse = (sentence: string) => new AppError('unprocessable', sentence, { fields: { to: sentence } });

/** Refuses a period that is longer than a statement may be. */
export const requireShortPeriod = ({ from, to }: Period): void => {
  const latest = `${Number(from.slice(0, 4)) + STATEMENT_YEARS_MAX}${from.slice(4)}`;
  if (to >= latest) {
    throw refuse(`A statement covers at most ${STATEMENT_YEARS_MAX} years.`);
  }
};

/** Reads the entries behind the first page, as they were when that was read. */
const readFurther = async (
  statements: Pick<StatementStore, 'listEntries'>,
  userId: number,
  period: Period,
  { entries: first, newestId }: AccountOnDay & { entries: LineEntry[] },
): Promise<LineEntry[]> => {
  const entries = [...first];
  let page = first;
  while (page.length === PAGE_ENTRIES) {
    const after = page.at(-1) as LineEntry;
    page = await statements.listEntries(userId, period, { after, newestId, limit: PAGE_ENTRIES });
    entries.push(...page);
    if (entries.length > STATEMENT_ENTRIES_MAX) {
      throw refuse(
        `A statement holds at most ${formatCount(STATEMENT_ENTRIES_MAX)} entries. Please choose a shorter period.`,
      );
    }
  }

  return entries;
};

/** Nothing is overdue yet because its due day lies before the end of a period that is not over. */
const ageDayOf = ({ to }: Period, now: Date): string => {
  const today = dayAfter(now, 0);

  return to < today ? to : today;
};

/** Returns the balances of a statement without its lines; undefined if there is no such user. */
export const summarizeStatement = async (
  statements: Pick<StatementStore, 'read'>,
  userId: number,
  period: Period,
  now: Date,
): Promise<
  Pick<StatementOfClient, 'OWNumber' | 'from' | 'to' | 'opening' | 'closing' | 'ageing'> | undefined
> => {
  const account = await statements.read(userId, period, { ageOn: ageDayOf(period, now), limit: 0 });

  return (
    account && {
      OWNumber: account.OWNumber,
      ...period,
      opening: amountFromCents(-account.openingCents),
      closing: amountFromCents(sumAgeing(account.ageing) - account.creditCents),
      ageing: toAgeing(account.ageing),
    }
  );
};

/**
 * Returns the statement of a period. An admin may read every client's, a client only their own; another client's answers
 * "not found". A positive number is what the client owes (D64).
 */
export const readStatement = async (
  statements: StatementStore,
  reader: SessionUser,
  { userId, ...period }: Period & { userId: number },
  action: RouteId,
  now: Date,
): Promise<StatementOfClient> => {
  requireShortPeriod(period);
  const isAllowed = reader.role === 'admin' || reader.userId === userId;
  const account = requireUser(
    isAllowed
      ? await statements.read(
          userId,
          period,
          { ageOn: ageDayOf(period, now), limit: PAGE_ENTRIES },
          auditOfReading(reader, action),
        )
      : undefined,
  );
  const entries = await readFurther(statements, userId, period, account);

  let balanceCents = -account.openingCents;
  const lines: StatementLine[] = entries.map((entry) => {
    balanceCents -= entry.amountCents;

    return {
      date: entry.date,
      kind: entry.kind,
      number: entry.number,
      description: `${describeStatementEntry(entry, reader.role)}${wordPaid(entry.paidFor)}`,
      dueDate: entry.dueDate,
      bankDate: entry.bankDate,
      debit: entry.amountCents < 0 ? amountFromCents(-entry.amountCents) : null,
      credit: entry.amountCents < 0 ? null : amountFromCents(entry.amountCents),
      balance: amountFromCents(balanceCents),
    };
  });

  return {
    userId,
    OWNumber: account.OWNumber,
    ...period,
    opening: amountFromCents(-account.openingCents),
    lines,
    closing: amountFromCents(balanceCents),
    ageing: toAgeing(account.ageing),
    credit: amountFromCents(account.creditCents),
    due: amountFromCents(sumAgeing(account.ageing)),
    stillPayable: account.stillPayable,
  };
};

const toCell = (amount: number | null): Cell => ({ cents: amount === null ? null : centsFromAmount(amount) });

/** Returns a statement as a CSV file (RFC 4180): opening balance, lines, closing balance, and what is written off. */
export const writeStatementFile = (
  { OWNumber, from, to, opening, closing, lines, stillPayable }: StatementOfClient,
  form: CsvForm,
): { fileName: string; bytes: Uint8Array } => {
  const lineOfDay = (day: string, description: string, balance: number): Cell[] => [
    { day },
    null,
    null,
    description,
    null,
    null,
    toCell(balance),
    null,
    null,
  ];
  const records: Cell[][] = [
    ['Date', 'Type', 'Number', 'Description', 'Debit', 'Credit', 'Balance', 'Due date', 'Bank date'],
    lineOfDay(from, 'Opening balance', opening),
    ...lines.map((line): Cell[] => [
      { day: line.date },
      line.kind,
      line.number,
      line.description,
      toCell(line.debit),
      toCell(line.credit),
      toCell(line.balance),
      { day: line.dueDate },
      { day: line.bankDate },
    ]),
    lineOfDay(to, 'Closing balance', closing),
    ...(stillPayable.amount > 0 ? [lineOfDay(to, STILL_PAYABLE, stillPayable.amount)] : []),
  ];

  return {
    fileName: `statement-${OWNumber}-${from}-to-${to}.csv`,
    bytes: toCsvFile(records.map((cells) => toCsvRecord(cells, form))),
  };
};
