import { lineText } from '#shared/billing/named-days.ts';
import type { DaysOfMonth } from '#shared/billing/part-of-month.ts';
import { priceDays, withoutDays } from '#shared/billing/priced-days.ts';
import type { BilledService, Service } from '#shared/contract/services.ts';
import { amountFromCents } from '#shared/money.ts';
import { daysOfMonth } from '#shared/months.ts';
import { billedOf } from './billed-words.ts';

export interface OfferedLine {
  serviceId: number;
  description: string;
  /** In rand, VAT included. */
  amount: number;
  /** The first and the last day, of one month. */
  from: string;
  to: string;
}

/** The line of a service for days of a month, and what is billed of that month. */
export interface Offer extends OfferedLine {
  billedOn: readonly BilledService[];
  /** True if it would bill again what is billed. */
  isRepeat: boolean;
}

/** Returns the line for days of one month that cost this much. */
export const lineOfService = (
  service: Service,
  { from, to, amount }: DaysOfMonth & { amount: number },
): OfferedLine => ({
  serviceId: service.id,
  description: lineText(service, { from, to }),
  amount,
  from,
  to,
});

/** Returns the days of a month that a service has between its first and its last one; undefined if it has none. */
const daysOfService = ({ billFrom, billUntil }: Service, month: string): DaysOfMonth | undefined => {
  const whole = daysOfMonth(month);
  const from = billFrom !== null && billFrom > whole.from ? billFrom : whole.from;
  const to = billUntil !== null && billUntil < whole.to ? billUntil : whole.to;

  return from <= to ? { from, to } : undefined;
};

/** True for a service whose days are billed: it is active, or it ended by its last day (D67). */
const isOffered = ({ status, billUntil }: Service): boolean =>
  status === 'active' || (status === 'inactive' && billUntil !== null);

/** True for such a service that costs something now or later. */
export const isPaid = (service: Service): boolean =>
  isOffered(service) && [service.pricePerMonth, ...service.prices.map(({ amount }) => amount)].some(Boolean);

/**
 * Returns the lines of each service for a month such as '2026-11': what no invoice bills of it, or all of it once that
 * is nothing. Each gap and each price has a line of its own (D67).
 */
export const offerLines = (
  services: readonly Service[],
  month: string,
  billed: readonly BilledService[] = [],
): Offer[] =>
  services.filter(isOffered).flatMap((service) => {
    const days = daysOfService(service, month);
    if (!days) {
      return [];
    }

    const billedOn = billedOf({ serviceId: service.id, ...days }, billed);
    const left = withoutDays(days, billedOn);
    const isRepeat = left.length === 0;
    const offered = isRepeat && service.status === 'active' ? [days] : left;

    return offered
      .flatMap((part) => priceDays(service, part))
      .filter(({ cents }) => cents > 0)
      .map(({ from, to, cents }) => ({
        ...lineOfService(service, { from, to, amount: amountFromCents(cents) }),
        billedOn,
        isRepeat,
      }));
  });
