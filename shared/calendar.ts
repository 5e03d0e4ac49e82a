export const isCalendarDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));

  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** PostgreSQL has no year 0, and days are compared as texts, whose years need four digits. */
export const STORABLE_DAYS = { first: '1900-01-01', last: '2999-12-31' } as const;

export const isStorableDay = (day: string): boolean =>
  day >= STORABLE_DAYS.first && day <= STORABLE_DAYS.last;
