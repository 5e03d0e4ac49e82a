import { dayAfter } from '#shared/dates.ts';
import { daysOfMonth } from '#shared/months.ts';

/** Returns the due date of a run that names none: the terms after today, but not before the month (D67). */
export const usualDueDate = (month: string, termsDays: number, now: Date): string => {
  const [afterTerms, firstDay] = [dayAfter(now, termsDays), daysOfMonth(month).from];

  return afterTerms > firstDay ? afterTerms : firstDay;
};
