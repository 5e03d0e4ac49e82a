import { nameDay } from '#shared/dates.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** 'Monday 30 November 2026'; '' for what is no day yet, such as a year of five digits. */
export const nameDayOfWeek = (day: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(day)
    ? `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${nameDay(day)}`
    : '';
