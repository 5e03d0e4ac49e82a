import { isCalendarDay } from './calendar.ts';
import { nameMonthOfYear } from './dates.ts';

interface BirthDate {
  User_DOB_Day?: number | null | undefined;
  User_DOB_Month?: number | null | undefined;
  User_DOB_Year?: number | null | undefined;
}

const LEAP_YEAR = 2000;

/**
 * Returns a sentence for a date of birth that does not exist. An unknown year may be a leap year, and the contract
 * refuses a part beyond its range.
 */
export const birthDateFault = ({
  User_DOB_Day: day,
  User_DOB_Month: month,
  User_DOB_Year: year,
}: BirthDate): string | undefined => {
  if (!day || day > 31 || !month || month > 12) {
    return undefined;
  }
  if (isCalendarDay(year ?? LEAP_YEAR, month, day)) {
    return undefined;
  }

  return `There is no ${day} ${nameMonthOfYear(month)}${year ? ` ${year}` : ''}`;
};
