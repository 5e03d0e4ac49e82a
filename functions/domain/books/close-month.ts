import { type Actor, auditOf } from '#functions/domain/audit.ts';
import type { ClosedMonth, ClosingStore } from '#functions/ports/database/books/closing-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { type IdempotencyKey, NAMES_NOBODY } from '#functions/ports/database/system/idempotency-store.ts';
import type { Closing } from '#shared/contract/books/closings.ts';
import { dayAfter, monthAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { daysOfMonth, nameMonth, startOf } from '#shared/months.ts';
import { BooksAreBusy } from './books-are-busy.ts';
import { keepFigures } from './closing-figures.ts';

type CloseDatabase = DatabaseOf<'closings' | 'idempotency' | 'ledgerBook' | 'vatReports'>;

/** Refuses a first closing of a month before the books begin, which would leave months without entries to close. */
const requireBegun = async (
  { findOldestMonth }: Pick<ClosingStore, 'findOldestMonth'>,
  month: string,
  now: Date,
) => {
  const lastMonth = monthAfter(now, -1);
  const oldest = (await findOldestMonth()) ?? lastMonth;
  if (month < oldest && month < lastMonth) {
    throw new AppError(
      'not_next',
      `The books begin in ${nameMonth(oldest)}. Please close that month or a later one.`,
    );
  }
};

/** Refuses a month that does not follow the newest closed one. */
const requireNext = (newest: ClosedMonth, month: string): void => {
  const next = monthAfter(startOf(newest.month), 1);
  if (month < next) {
    throw new AppError('not_next', `${nameMonth(month)} is closed already.`);
  }
  if (month > next) {
    throw new AppError('not_next', `Please close ${nameMonth(next)} first.`);
  }
};

/** Closes the day, unless a closing of the month still lacks its figures. */
const closeDay = async (
  closings: ClosingStore,
  admin: Actor,
  month: string,
  now: Date,
): Promise<undefined> => {
  if (!(await closings.lockBooks())) {
    throw new BooksAreBusy();
  }
  const closed = await closings.listClosed();
  if (!closed.some((one) => one.month === month && !one.hasFigures)) {
    const [newest] = closed;
    await (newest ? requireNext(newest, month) : requireBegun(closings, month, now));
    await closings.close({ month, audit: auditOf(admin, 'books.close-month'), now });
  }
};

/**
 * Closes the books up to the last day of a month. The day is committed first, alone, so that writers of money wait for
 * nothing else; then the figures of the month are stored, which can no longer change. A request that ended between the
 * two is completed by the same request (D70).
 */
export const closeMonth = async (
  database: CloseDatabase,
  admin: Actor,
  month: string,
  { once, now }: { once: IdempotencyKey | undefined; now: Date },
): Promise<Closing> => {
  if (daysOfMonth(month).to >= dayAfter(now, 0)) {
    throw new AppError('not_over', `${nameMonth(month)} is not over.`);
  }

  const { kept } = await database.transaction(({ idempotency, closings }) =>
    idempotency.runOnce<Closing | undefined>(once, NAMES_NOBODY, () => closeDay(closings, admin, month, now)),
  );
  if (kept) {
    return kept;
  }
  await keepFigures(database, month);
  const closing = await database.closings.find(month);
  if (!closing) {
    throw new Error('The closing is gone');
  }
  if (once) {
    const about = { userIds: [], record: { kind: 'closing' as const, id: month } };
    await database.idempotency.keepAnswer(once, closing, about);
  }

  return closing;
};
