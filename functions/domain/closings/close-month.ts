import { type Actor, auditOf } from '#functions/domain/audit.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { ClosedMonth, ClosingStore } from '#functions/ports/database/ledger/closing-store.ts';
import type { IdempotencyKey, OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { Closing } from '#shared/contract/closings.ts';
import { dayAfter, daysOfMonth, formatMonth, monthAfter, startOf } from '#shared/dates.ts';
import { AppError, SENT_WITH_OTHER_CONTENT } from '#shared/errors.ts';
import { BooksAreBusy } from './books-are-busy.ts';
import { keepFigures } from './closing-figures.ts';

type CloseDatabase = DatabaseOf<'closings' | 'idempotency' | 'ledgerBook' | 'vatReports'>;

const nameMonth = (month: string): string => formatMonth(startOf(month));

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

/** Commits the closed day, unless a closing of the month still lacks its figures. Returns false if the key was used. */
const commitDay = (
  database: CloseDatabase,
  admin: Actor,
  month: string,
  { key, now }: { key: IdempotencyKey | undefined; now: Date },
): Promise<boolean> =>
  database.transaction(async ({ idempotency, closings }) => {
    if (key && !(await idempotency.claim(key))) {
      return false;
    }
    if (!(await closings.lockBooks())) {
      throw new BooksAreBusy();
    }
    const closed = await closings.listClosed();
    if (!closed.some((one) => one.month === month && !one.hasFigures)) {
      const [newest] = closed;
      await (newest ? requireNext(newest, month) : requireBegun(closings, month, now));
      await closings.close({ month, audit: auditOf(admin, 'closings.close'), now });
    }

    return true;
  });

const findAnswer = async (database: CloseDatabase, key: IdempotencyKey): Promise<Closing | null> => {
  const kept = await database.idempotency.findAnswer(key);
  if (kept?.bodyHash !== key.bodyHash) {
    throw new AppError('unprocessable', SENT_WITH_OTHER_CONTENT);
  }

  return kept.answer as Closing | null;
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
  { once, now }: { once: OnceKey | undefined; now: Date },
): Promise<Closing> => {
  if (daysOfMonth(month).to >= dayAfter(now, 0)) {
    throw new AppError('not_over', `${nameMonth(month)} is not over.`);
  }
  const { userId } = admin;
  const key = once && userId !== null ? { userId, route: 'closings.close' as const, ...once } : undefined;

  const isNew = await commitDay(database, admin, month, { key, now });
  const answered = key && !isNew ? await findAnswer(database, key) : null;
  if (answered) {
    return answered;
  }
  await keepFigures(database, month);
  const closing = await database.closings.find(month);
  if (!closing) {
    throw new Error('The closing is gone');
  }
  if (key) {
    await database.idempotency.keepAnswer(key, closing, {
      userIds: [],
      record: { kind: 'closing', id: month },
    });
  }

  return closing;
};
