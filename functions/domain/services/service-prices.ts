import type { StoredPrices, StoredService } from '#functions/ports/database/services/service-store.ts';
import { moveDay } from '#shared/billing/priced-days.ts';
import type { ServiceEdit } from '#shared/contract/services.ts';
import { nameDay, yearAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';

const refusedDay = (sentence: string) =>
  new AppError('unprocessable', sentence, { fields: { priceFrom: sentence } });

export const arePricesSame = (one: StoredPrices, other: StoredPrices): boolean =>
  one.last === other.last &&
  one.earlier.length === other.earlier.length &&
  one.earlier.every(({ until, amount }, index) => {
    const same = other.earlier[index];

    return until === same?.until && amount === same.amount;
  });

/** A price given when the service is created counts from its first day. */
export const refuseFirstPrice = (priceFrom: string | undefined, firstDay: string | null): void => {
  if (priceFrom !== undefined && firstDay !== null && priceFrom !== firstDay) {
    throw refusedDay(`The first price counts from the first day to bill, ${nameDay(firstDay)}.`);
  }
};

/** Returns the prices once an amount counts from a day on, which ends what was planned from that day on. */
export const countFrom = ({ earlier, last }: StoredPrices, day: string, amount: number): StoredPrices => {
  const dayBefore = moveDay(day, -1);
  const amountBefore = earlier.find(({ until }) => until >= dayBefore)?.amount ?? last;
  const kept = earlier.filter(({ until }) => until < dayBefore);

  return {
    earlier: amountBefore === amount ? kept : [...kept, { until: dayBefore, amount: amountBefore }],
    last: amount,
  };
};

/** Refuses a day from which no price can count (D67). */
const refuseDay = (
  day: string,
  { service: { billedUntil }, isDayBilled }: StoredService,
  { firstDay, today }: { firstDay: string | null; today: string },
) => {
  if (isDayBilled) {
    throw refusedDay(`An invoice bills ${nameDay(day)} already. Please choose a later day.`);
  }
  if (billedUntil !== null && day < billedUntil) {
    throw refusedDay(`An invoice bills days after ${nameDay(day)}, up to ${nameDay(billedUntil)}.`);
  }
  if (firstDay !== null && day < firstDay) {
    throw refusedDay(`The service's first day to bill is ${nameDay(firstDay)}.`);
  }
  const lastDay = yearAfter(today);
  if (day > lastDay) {
    throw refusedDay(`A price can be planned a year ahead, up to ${nameDay(lastDay)}.`);
  }
};

const later = (one: string, other: string) => (one > other ? one : other);

/**
 * Returns the prices after an edit, and the day from which a new one counts: by default the later of today and the day
 * after the last billed one (D67). Days keep the price that they had.
 */
export const changePrices = (
  stored: StoredService,
  { pricePerMonth, priceFrom }: Pick<ServiceEdit, 'pricePerMonth' | 'priceFrom'>,
  { firstDay, today }: { firstDay: string | null; today: string },
): { prices: StoredPrices; from: string | undefined } => {
  const { service, prices } = stored;
  if (pricePerMonth === undefined || priceFrom === undefined) {
    if (priceFrom !== undefined) {
      const sentence = 'Please name the price that counts from this day.';
      throw new AppError('invalid_request', sentence, { fields: { pricePerMonth: sentence } });
    }
    if (pricePerMonth === undefined || pricePerMonth === service.pricePerMonth) {
      return { prices, from: undefined };
    }
    const from = service.billedUntil === null ? today : later(today, moveDay(service.billedUntil, 1));

    return { prices: countFrom(prices, from, pricePerMonth), from };
  }

  refuseDay(priceFrom, stored, { firstDay, today });
  const isPlanned = service.prices.some(({ from }) => from === priceFrom && from > today);
  const amountBefore = service.prices.findLast(({ from }) => from < priceFrom)?.amount;
  // Today's amount removes a planned price, so the one before it goes on.
  const amount =
    isPlanned && pricePerMonth === service.pricePerMonth ? (amountBefore ?? pricePerMonth) : pricePerMonth;

  return { prices: countFrom(prices, priceFrom, amount), from: priceFrom };
};
