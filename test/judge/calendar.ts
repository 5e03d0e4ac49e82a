/** Days are texts such as '2025-02-28', months such as '2025-02'; the judge has a calendar of its own. */

const DAY_MS = 86_400_000;

const toMs = (day: string) =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)));
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => toDay(toMs(day) + days * DAY_MS);
export const daysFromTo = (from: string, to: string): number => (toMs(to) - toMs(from)) / DAY_MS;
export const laterOf = (...days: (string | null | undefined)[]): string =>
  days.reduce<string>((latest, day) => (day && day > latest ? day : latest), '');
export const monthOf = (day: string): string => day.slice(0, 7);
export const addMonths = (month: string, months: number): string => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;

  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
};
export const firstDayOf = (month: string): string => `${month}-01`;
export const lastDayOf = (month: string): string => addDays(firstDayOf(addMonths(month, 1)), -1);
/** The same day a year earlier; the day before for 29 February. */
export const yearBefore = (day: string): string => {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

  return before.endsWith('02-29') ? `${before.slice(0, 8)}28` : before;
};
/** A time such as '23:40' or '23:59:50' of that day in Johannesburg, which has no summer time. */
export const at = (day: string, time: string): string => `${day}T${time}+02:00`;
