import { describe, expect, it } from 'vitest';
import { addBusinessDays, isBusinessDay } from '#shared/business-days.ts';

/** The weekdays of a year on which banks do not work. */
const listHolidays = (year: number): string[] =>
  Array.from({ length: 366 }, (_, place) => new Date(Date.UTC(year, 0, 1 + place)))
    .filter((date) => date.getUTCFullYear() === year && date.getUTCDay() % 6 !== 0)
    .map((date) => date.toISOString().slice(0, 10))
    .filter((day) => !isBusinessDay(day))
    .map((day) => day.slice(5));

describe('business days of South Africa', () => {
  it.each([
    [
      2025,
      ['01-01', '03-21', '04-18', '04-21', '04-28', '05-01', '06-16', '09-24', '12-16', '12-25', '12-26'],
    ],
    [2026, ['01-01', '04-03', '04-06', '04-27', '05-01', '06-16', '08-10', '09-24', '12-16', '12-25']],
    [2027, ['01-01', '03-22', '03-26', '03-29', '04-27', '06-16', '08-09', '09-24', '12-16', '12-27']],
    [2038, ['01-01', '03-22', '04-23', '04-26', '04-27', '06-16', '08-09', '09-24', '12-16', '12-27']],
  ])('are none on the holidays of %i that fall on weekdays, or on a Sunday before a Monday', (year, days) => {
    expect(listHolidays(year)).toEqual(days);
  });

  it.each([
    ['2026-11-27', 1, '2026-11-30'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-11-30', -1, '2026-11-27'],
    ['2026-04-11', -10, '2026-03-26'],
    ['2026-04-11', 5, '2026-04-17'],
    ['2026-12-31', 1, '2027-01-04'],
    ['2026-11-27', 0, '2026-11-27'],
  ])('from %s, %i of them, is %s', (day, count, expected) => {
    expect(addBusinessDays(day, count)).toBe(expected);
  });
});
