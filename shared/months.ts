import { monthAfter, nameMonthOfYear, startOfDay } from './dates.ts';

/** 'November 2026', for a month such as '2026-11'. */
export const nameMonth = (month: string): string =>
  `${nameMonthOfYear(Number(month.slice(5)))} ${month.slice(0, 4)}`;

/** 'November 2026', for the month in which a time lies. */
export const formatMonth = (date: Date): string => nameMonth(monthAfter(date, 0));

/** Returns the first and the last day of a month such as '2026-11'. */
export const daysOfMonth = (month: string): { from: string; to: string } => {
  const [year = 0, number = 0] = month.split('-').map(Number);

  return {
    from: `${month}-01`,
    to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10),
  };
};

/** Returns the beginning of a month such as '2026-11'. */
export const startOf = (month: string): Date => startOfDay(`${month}-01`);

export const startOfMonth = (date: Date): Date => startOf(monthAfter(date, 0));
