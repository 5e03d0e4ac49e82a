import type { CountFigures, MoneyFigures, MonthFigures } from '#shared/contract/figures.ts';

/** A calendar month, from its begin to the begin of the next one. */
export interface MonthSpan {
  month: string;
  from: Date;
  until: Date;
}

/** The figures of the dashboard over all clients. */
export interface FigureStore {
  /** `accounts` are the numbers of those that receive money, and `month` is the one that should be billed now. */
  readCounts(
    now: Date,
    accounts: readonly string[],
    month: string,
  ): Promise<Omit<CountFigures, 'openTickets' | 'helpdeskUrl'> & { openTickets: number }>;
  /** Sums what is owed, what of it is overdue now, and what was invoiced and made void in the month. */
  readMoney(month: MonthSpan, now: Date): Promise<MoneyFigures>;
  /** In the order of the months. */
  readMonths(months: readonly MonthSpan[]): Promise<MonthFigures[]>;
}
