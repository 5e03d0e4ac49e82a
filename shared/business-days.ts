/** Business days of South Africa: Monday to Friday without the holidays of the Public Holidays Act 36 of 1994. */

const DAY_MS = 24 * 60 * 60 * 1000;

/** The holidays of Schedule 1 that have a day of the month. */
const HOLIDAYS = [
  '01-01',
  '03-21',
  '04-27',
  '05-01',
  '06-16',
  '08-09',
  '09-24',
  '12-16',
  '12-25',
  '12-26',
] as const;
/** Good Friday and Family Day, in days from Easter Sunday. */
const AROUND_EASTER = [-2, 1] as const;

const parse = (day: string): Date => new Date(`${day}T00:00:00Z`);

const move = (day: string, days: number): string =>
  new Date(parse(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Returns Easter Sunday of a year by the Gregorian computus of Meeus, Jones and Butcher. */
const findEaster = (year: number): string => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;

  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)).toISOString().slice(0, 10);
};

export const isHoliday = (day: string): boolean => {
  const isFixed = (each: string) => HOLIDAYS.some((holiday) => each.endsWith(holiday));
  const easter = findEaster(Number(day.slice(0, 4)));
  const isMoved = parse(day).getUTCDay() === 1 && isFixed(move(day, -1));

  return isFixed(day) || isMoved || AROUND_EASTER.some((days) => move(easter, days) === day);
};

export const isSunday = (day: string): boolean => parse(day).getUTCDay() === 0;

/** True for a day such as '2026-11-27' on which banks work. A holiday on a Sunday moves to the Monday. */
export const isBusinessDay = (day: string): boolean => {
  const weekday = parse(day).getUTCDay();

  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
};

/** Returns the business day that is this many business days later than a day; earlier for a count below 0. */
export const addBusinessDays = (day: string, count: number): string => {
  let found = day;
  for (let left = Math.abs(count); left > 0; ) {
    found = move(found, Math.sign(count));
    if (isBusinessDay(found)) {
      left -= 1;
    }
  }

  return found;
};
