import { daysOfMonth } from '../months.ts';

/** Days of one calendar month, such as '2026-11-10' to '2026-11-30'; both count. */
export interface DaysOfMonth {
  from: string;
  to: string;
}

const dayOf = (day: string): number => Number(day.slice(8));

/** Returns how many days a part of a month has, and how many its month has. */
export const countDaysOfMonth = ({ from, to }: DaysOfMonth): { days: number; ofDays: number } => ({
  days: dayOf(to) - dayOf(from) + 1,
  ofDays: dayOf(daysOfMonth(from.slice(0, 7)).to),
});

/** Returns what the days up to the k-th of a month cost, rounded half up to cents. */
const centsUpTo = (priceCents: number, day: number, ofDays: number): number =>
  Number((2n * BigInt(priceCents) * BigInt(day) + BigInt(ofDays)) / (2n * BigInt(ofDays)));

/**
 * Returns what a part of a month costs at a price a month, in cents (D67). It is the difference of what the days up to
 * its last and those before its first cost, so the parts of a month at one price add up to the price, in any order.
 */
export const partCents = (priceCents: number, { from, to }: DaysOfMonth): number => {
  const { ofDays } = countDaysOfMonth({ from, to });

  return centsUpTo(priceCents, dayOf(to), ofDays) - centsUpTo(priceCents, dayOf(from) - 1, ofDays);
};

/** Cuts days at the ends of their months. */
export const cutAtMonthEnds = ({ from, to }: DaysOfMonth): DaysOfMonth[] => {
  const parts: DaysOfMonth[] = [];
  for (let first = from; first <= to; ) {
    const end = daysOfMonth(first.slice(0, 7)).to;
    parts.push({ from: first, to: end < to ? end : to });
    first = new Date(Date.parse(end) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  }

  return parts;
};
