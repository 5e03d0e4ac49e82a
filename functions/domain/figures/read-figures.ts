import type { FigureStore, MonthSpan } from '#functions/ports/database/figures/figure-store.ts';
import type { BankAccounts } from '#functions/ports/receiving-accounts.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import { monthToBill } from '#shared/billing/month-to-bill.ts';
import type { CountFigures, MoneyFigures, MonthFigures } from '#shared/contract/figures.ts';
import { monthAfter } from '#shared/dates.ts';
import { startOf } from '#shared/months.ts';

const MONTHS = 12;

const spanAfter = (now: Date, months: number): MonthSpan => ({
  month: monthAfter(now, months),
  from: startOf(monthAfter(now, months)),
  until: startOf(monthAfter(now, months + 1)),
});

interface CountPorts {
  database: { figures: Pick<FigureStore, 'readCounts'> };
  supportSettings: Pick<SupportSettings, 'isOn' | 'contactUrl'>;
  bankAccounts: BankAccounts;
}

export const readCounts = async (
  { database, supportSettings: { isOn, contactUrl }, bankAccounts }: CountPorts,
  now: Date,
): Promise<CountFigures> => {
  const { openTickets, ...counts } = await database.figures.readCounts(
    now,
    bankAccounts.map(({ number }) => number),
    monthToBill(now),
  );

  return {
    ...counts,
    openTickets: isOn ? openTickets : null,
    // The address of a contact is the only one of the helpdesk that an administrator opens.
    helpdeskUrl: isOn ? new URL('/', contactUrl(1)).href : null,
  };
};

export const readMoney = (figures: Pick<FigureStore, 'readMoney'>, now: Date): Promise<MoneyFigures> =>
  figures.readMoney(spanAfter(now, 0), now);

/** Reads the figures of this month and of the eleven before it. */
export const readMonths = (figures: Pick<FigureStore, 'readMonths'>, now: Date): Promise<MonthFigures[]> =>
  figures.readMonths(Array.from({ length: MONTHS }, (_, index) => spanAfter(now, index - MONTHS + 1)));
