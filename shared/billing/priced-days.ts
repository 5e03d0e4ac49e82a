import type { Service } from '../contract/services.ts';
import { dayAfter } from '../dates.ts';
import { centsFromAmount } from '../money.ts';
import { cutAtMonthEnds, type DaysOfMonth, partCents } from './part-of-month.ts';

export type Prices = Pick<Service, 'pricePerMonth' | 'prices'>;

/** Days of one month at one price, with what they cost. */
export interface PricedDays extends DaysOfMonth {
  pricePerMonth: number;
  cents: number;
}

export const moveDay = (day: string, days: number): string => dayAfter(new Date(day), days);

/** Returns what a service costs a month on a day; a day before its oldest known price has today's. */
export const priceOnDay = ({ pricePerMonth, prices }: Prices, day: string): number =>
  prices.findLast(({ from }) => from <= day)?.amount ?? pricePerMonth;

const cutAtPrices = (days: DaysOfMonth, prices: Prices['prices']): DaysOfMonth[] => {
  const firsts = prices.map(({ from }) => from).filter((from) => from > days.from && from <= days.to);

  return [days.from, ...firsts].map((from, index) => ({
    from,
    to: index < firsts.length ? moveDay(firsts[index] ?? '', -1) : days.to,
  }));
};

/** Cuts days at the ends of months and at changes of price, and says what each part costs (D67). */
export const priceDays = (prices: Prices, days: DaysOfMonth): PricedDays[] =>
  cutAtMonthEnds(days)
    .flatMap((part) => cutAtPrices(part, prices.prices))
    .map((part) => {
      const pricePerMonth = priceOnDay(prices, part.from);

      return { ...part, pricePerMonth, cents: partCents(centsFromAmount(pricePerMonth), part) };
    });

const withoutOne = (days: DaysOfMonth, other: DaysOfMonth): DaysOfMonth[] =>
  other.to < days.from || other.from > days.to
    ? [days]
    : [
        { from: days.from, to: moveDay(other.from, -1) },
        { from: moveDay(other.to, 1), to: days.to },
      ].filter(({ from, to }) => from <= to);

/** Returns what is left of days without others. */
export const withoutDays = (days: DaysOfMonth, others: readonly DaysOfMonth[]): DaysOfMonth[] =>
  others.reduce((left, other) => left.flatMap((part) => withoutOne(part, other)), [days]);
