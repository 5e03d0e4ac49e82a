import { computeControlAccount } from '#functions/domain/books/ledger-book.ts';
import { readVatRows } from '#functions/domain/books/vat-report.ts';
import type { ClosingFigures } from '#functions/ports/database/books/closing-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { daysOfMonth } from '#shared/months.ts';

export type FiguresDatabase = DatabaseOf<'closings' | 'ledgerBook' | 'vatReports'>;

/** Computes the figures of a month, all of one moment, because a client may be deleted meanwhile. */
export const computeFigures = (database: FiguresDatabase, month: string): Promise<ClosingFigures> => {
  const period = daysOfMonth(month);

  return database.transaction(
    async ({ ledgerBook, vatReports }) => ({
      totals: await computeControlAccount(ledgerBook, period),
      vat: await readVatRows(vatReports, period),
    }),
    { atOneMoment: true },
  );
};

/** Stores the figures of a closed month if it has none: after the closed day is committed they no longer change. */
export const keepFigures = async (database: FiguresDatabase, month: string): Promise<void> => {
  const closed = await database.closings.listClosed();
  const found = closed.find((one) => one.month === month);
  if (found && !found.hasFigures) {
    await database.closings.keepFigures(found.id, await computeFigures(database, month));
  }
};
