import { daysOfMonth, nameMonth } from '../months.ts';
import { formatPhoneNational } from '../south-africa.ts';
import { countDaysOfMonth, type DaysOfMonth } from './part-of-month.ts';

const dayOf = (day: string): number => Number(day.slice(8));

/** 'December 2026', or '10 to 30 November 2026' for a part of the month. */
export const nameDaysOfMonth = ({ from, to }: DaysOfMonth): string => {
  const month = from.slice(0, 7);
  const whole = daysOfMonth(month);
  if (from === whole.from && to === whole.to) {
    return nameMonth(month);
  }

  return `${from === to ? '' : `${dayOf(from)} to `}${dayOf(to)} ${nameMonth(month)}`;
};

/** '21 of 30 days' */
export const countInWords = (days: DaysOfMonth): string => {
  const { days: count, ofDays } = countDaysOfMonth(days);

  return `${count} of ${ofDays} days`;
};

interface NamedService {
  serviceCategory: string;
  accountType: string | null;
  msisdn: string | null;
}

/** Returns the text of an invoice's line: 'LTE 50 GB, 082 123 4567, 10 to 30 November 2026 (21 of 30 days)' (D67). */
export const lineText = (
  { serviceCategory, accountType, msisdn }: NamedService,
  days: DaysOfMonth,
): string => {
  const { days: count, ofDays } = countDaysOfMonth(days);
  const number = msisdn && formatPhoneNational(msisdn).replace(/^(0\d{2})(\d{3})(\d{4})$/, '$1 $2 $3');
  const part = count === ofDays ? '' : ` (${countInWords(days)})`;

  return [accountType || serviceCategory, number, `${nameDaysOfMonth(days)}${part}`]
    .filter(Boolean)
    .join(', ');
};
