import { type Actor, auditOf } from '#functions/domain/audit.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Closing } from '#shared/contract/books/closings.ts';
import { AppError } from '#shared/errors.ts';
import { nameMonth } from '#shared/months.ts';
import { BooksAreBusy } from './books-are-busy.ts';

const notClosed = () => new AppError('not_found', 'This month has no closing that could be opened.');

/** Opens the newest closed month again. Its figures stay readable beside those of the next closing (D70). */
export const openMonth = (
  database: DatabaseOf<'closings'>,
  admin: Actor,
  { month, reason }: { month: string; reason: string },
  now: Date,
): Promise<Closing> =>
  database.transaction(async ({ closings }) => {
    if (!(await closings.lockBooks())) {
      throw new BooksAreBusy();
    }
    const [newest, ...earlier] = await closings.listClosed();
    if (earlier.some((one) => one.month === month)) {
      const sentence = `Only the newest closed month can be opened: ${nameMonth(newest?.month ?? month)}.`;
      throw new AppError('not_newest', sentence);
    }
    if (newest?.month !== month) {
      throw notClosed();
    }
    if (await closings.isFiled(newest.id)) {
      throw new AppError('filed', 'The VAT report of this month is filed, so it stays closed.');
    }
    await closings.open(newest.id, { month, reason, audit: auditOf(admin, 'books.open-month'), now });
    const opened = await closings.find(month);
    if (!opened) {
      throw notClosed();
    }

    return opened;
  });
