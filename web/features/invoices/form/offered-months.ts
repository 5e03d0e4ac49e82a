import type { BilledService, Service } from '#shared/contract/services.ts';
import { monthAfter } from '#shared/dates.ts';
import { daysOfMonth, startOf } from '#shared/months.ts';
import type { TypedLine } from './invoice-items.ts';
import { type Offer, type OfferedLine, offerLines } from './offered-lines.ts';

/** Clients may pay a year ahead. */
const MONTHS_AHEAD_MAX = 12;

/** Returns the first day that is offered. */
export const firstOfferedDay = (now: Date): string => daysOfMonth(monthAfter(now, -1)).from;

/** Returns how many months ahead the first one is of which a service is not billed; 0 if there is none. */
const countMonthsBilled = (
  services: readonly Service[],
  billed: readonly BilledService[],
  now: Date,
): number => {
  for (let ahead = 0; ahead <= MONTHS_AHEAD_MAX; ahead++) {
    if (offerLines(services, monthAfter(now, ahead), billed).some(({ isRepeat }) => !isRepeat)) {
      return ahead;
    }
  }

  return 0;
};

/** Returns the first month from this one on of which something is not billed. */
export const firstUnbilledMonth = (
  services: readonly Service[],
  billed: readonly BilledService[],
  now: Date,
): string => monthAfter(now, countMonthsBilled(services, billed, now));

/** Returns the months that people bill: the past one, this one and the next, and more if these are billed. */
export const monthsToChoose = (
  services: readonly Service[],
  billed: readonly BilledService[],
  now: Date,
): string[] => {
  const last = Math.max(1, countMonthsBilled(services, billed, now));

  return Array.from({ length: last + 2 }, (_, index) => monthAfter(now, index - 1));
};

export interface OfferedMonth {
  month: string;
  offers: readonly Offer[];
  /** The numbers of the invoices on which days of it stand, and of the month before. */
  numbers: readonly string[];
  before: { month: string; numbers: readonly string[] };
}

export const numbersOf = (billed: readonly BilledService[]): string[] => [
  ...new Set(billed.map(({ invoiceNumber }) => invoiceNumber)),
];

const numbersOfAll = (offers: readonly Offer[]) => numbersOf(offers.flatMap(({ billedOn }) => billedOn));

/** Returns what can be billed of a month, and what of it and of the month before is billed. */
export const offerMonth = (
  services: readonly Service[],
  billed: readonly BilledService[],
  month: string,
): OfferedMonth => {
  const offers = offerLines(services, month, billed);
  const before = monthAfter(startOf(month), -1);

  return {
    month,
    offers,
    numbers: numbersOfAll(offers),
    before: { month: before, numbers: numbersOfAll(offerLines(services, before, billed)) },
  };
};

/** True if a line bills days of the offer, however its text was edited. */
export const isThere = (offer: OfferedLine, typed: readonly TypedLine[]) =>
  typed.some(
    ({ serviceId, from = '', to = '' }) =>
      serviceId === offer.serviceId && from !== '' && from <= offer.to && to >= offer.from,
  );
