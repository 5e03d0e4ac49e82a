import { countInWords } from '#shared/billing/named-days.ts';
import { moveDay, type Prices, priceDays, priceOnDay } from '#shared/billing/priced-days.ts';
import { addBusinessDays } from '#shared/business-days.ts';
import type { Service } from '#shared/contract/services.ts';
import { nameDay } from '#shared/dates.ts';
import { formatAmount, formatRand } from '#shared/money.ts';
import { daysOfMonth } from '#shared/months.ts';
import { NON_BREAKING_SPACE } from '#shared/numbers.ts';
import { plannedPrices } from './planned-prices.ts';
import { serviceStatusOf } from './service-status.ts';

/** Business days after which a consumer may end a contract (Consumer Protection Act 68 of 2008, section 14). */
const NOTICE_BUSINESS_DAYS = 20;

/** '29 December' on one line, beside a field that shows the year. */
const dayWithoutYear = (day: string): string =>
  nameDay(day).slice(0, -' 2026'.length).replace(' ', NON_BREAKING_SPACE);

const later = (one: string, other: string): string => (one > other ? one : other);

export const noticeEnd = (today: string): string => addBusinessDays(today, NOTICE_BUSINESS_DAYS);

/** "A consumer's notice of 20 business days ends on 29 December" */
export const sayNotice = (today: string): string =>
  `A consumer's notice of ${NOTICE_BUSINESS_DAYS} business days ends on ${dayWithoutYear(noticeEnd(today))}`;

/** Returns the day from which a new price counts if nobody names one. */
export const usualPriceDay = ({ billedUntil }: Pick<Service, 'billedUntil'>, today: string): string =>
  later(today, billedUntil === null ? '' : moveDay(billedUntil, 1));

export interface NextPrices extends Prices {
  /** Planned prices that the new one ends. */
  ended: Service['prices'];
}

/** Returns the prices once this amount counts from this day on; undefined if no price changes. */
export const changePrices = (
  service: Service,
  { amount, from }: { amount: number; from: string },
  today: string,
): NextPrices | undefined => {
  const day = from || usualPriceDay(service, today);
  if (from === '' && amount === service.pricePerMonth) {
    return undefined;
  }

  const kept = service.prices.filter((price) => price.from < day);
  const ended = plannedPrices(service, today).filter((price) => price.from >= day);
  // The amount of today takes a planned price away, and the one before it goes on.
  const isTakenAway = amount === service.pricePerMonth && ended.some((price) => price.from === day);
  const isSame = isTakenAway || priceOnDay({ ...service, prices: kept }, day) === amount;
  const prices = isSame ? kept : [...kept, { from: day, amount }];

  return { pricePerMonth: priceOnDay({ ...service, prices }, today), prices, ended };
};

/** 'R 399,00 from 15 January 2027' */
export const sayPrice = ({ from, amount }: Service['prices'][number]): string =>
  `${formatAmount(amount)} from ${nameDay(from)}`;

/** 'R 370,00 a month, R 399,00 from 15 January 2027' */
export const sayPrices = (prices: Prices, today: string): string =>
  [`${formatAmount(prices.pricePerMonth)} a month`, ...plannedPrices(prices, today).map(sayPrice)].join(', ');

/** Returns ': R 119,35 for 10 of 31 days' for days of one month; nothing for a service without a price. */
const sayCost = (prices: Prices, days: { from: string; to: string }): string => {
  const cents = priceDays(prices, days).reduce((sum, part) => sum + part.cents, 0);

  return cents === 0 ? '' : `: ${formatRand(cents)} for ${countInWords(days)}`;
};

interface TypedDays {
  billFrom: string;
  billUntil: string;
}

type Status = ReturnType<typeof serviceStatusOf>;

/** 'First day 10 November: R 259,00 for 21 of 30 days' */
export const sayFirstDay = ({ billFrom, billUntil }: TypedDays, prices: Prices): string => {
  const end = daysOfMonth(billFrom.slice(0, 7)).to;
  const to = billUntil !== '' && billUntil < end ? billUntil : end;

  return `First day ${dayWithoutYear(billFrom)}${to < billFrom ? '' : sayCost(prices, { from: billFrom, to })}`;
};

/** 'Last day 10 January: R 119,35 for 10 of 31 days' */
export const sayLastDay = ({ billFrom, billUntil }: TypedDays, prices: Prices): string => {
  const from = later(daysOfMonth(billUntil.slice(0, 7)).from, billFrom);

  return `Last day ${dayWithoutYear(billUntil)}${from > billUntil ? '' : sayCost(prices, { from, to: billUntil })}`;
};

/** Returns the days that the server gives a service with this status if nobody names others (D67). */
export const daysOfStatus = (service: Service | undefined, status: Status, today: string): TypedDays => {
  const { billFrom, billUntil } = service ?? { billFrom: null, billUntil: null };
  const before = service && serviceStatusOf(service.status);
  if (status === 'active' && before !== 'active') {
    return {
      billFrom: later(today, billFrom ?? ''),
      billUntil: billUntil !== null && billUntil >= today ? billUntil : '',
    };
  }
  const endsToday = status === 'inactive' && service && before !== 'inactive';

  return { billFrom: billFrom ?? '', billUntil: billUntil ?? (endsToday ? today : '') };
};

/** Returns the days after another status was chosen: those that nobody typed follow it. */
export const followStatus = (
  service: Service | undefined,
  typed: TypedDays & { status: Status },
  status: Status,
  today: string,
): TypedDays => {
  const before = daysOfStatus(service, typed.status, today);
  const after = daysOfStatus(service, status, today);

  return {
    billFrom: typed.billFrom === before.billFrom ? after.billFrom : typed.billFrom,
    billUntil: typed.billUntil === before.billUntil ? after.billUntil : typed.billUntil,
  };
};
