import { describe, expect, it } from 'vitest';
import { birthDateFault } from '#shared/birth-date-fault.ts';
import {
  describeDayAhead,
  formatDateShort,
  formatDateTime,
  formatDay,
  formatDayLong,
  monthAfter,
  yearOf,
} from '#shared/dates.ts';
import { formatDuration } from '#shared/durations.ts';
import { formatMonth, startOf, startOfMonth } from '#shared/months.ts';

describe("dates in Johannesburg time, independent of the machine's time zone", () => {
  it('a date is shown as the day in Johannesburg', () => {
    expect(formatDateShort('2026-11-20T21:59:59Z')).toBe('2026/11/20');
    expect(formatDateShort('2026-11-20T22:00:00Z')).toBe('2026/11/21');
  });

  it('a time is shown as MMM dd, yyyy HH:mm in Johannesburg time', () => {
    expect(formatDateTime('2026-11-05T22:05:00Z')).toBe('Nov 06, 2026 00:05');
  });

  it('a month is named by the calendar of Johannesburg', () => {
    expect(formatMonth(new Date('2026-11-30T21:59:59Z'))).toBe('November 2026');
    expect(formatMonth(new Date('2026-12-31T22:00:00Z'))).toBe('January 2027');
  });

  it('the year of an invoice on New Year’s Eve is the year in Johannesburg', () => {
    expect(yearOf(new Date('2026-12-31T21:59:59Z'))).toBe(2026);
    expect(yearOf(new Date('2026-12-31T22:00:00Z'))).toBe(2027);
  });

  it('a month begins at midnight in Johannesburg', () => {
    expect(startOfMonth(new Date('2026-10-31T22:30:00Z')).toISOString()).toBe('2026-10-31T22:00:00.000Z');
    expect(startOfMonth(new Date('2026-10-31T21:30:00Z')).toISOString()).toBe('2026-09-30T22:00:00.000Z');
  });
});

describe('days of the calendar in words', () => {
  const now = new Date('2026-11-20T22:30:00Z');

  it('a day names its year only if it is another year', () => {
    expect(formatDay('2026-11-07', now)).toBe('7 Nov');
    expect(formatDay('2025-12-31', now)).toBe('31 Dec 2025');
    expect(formatDayLong(1992, 4, 15)).toBe('15 April 1992');
  });

  it.each([
    ['2026-11-20', undefined],
    ['2026-11-21', 'today'],
    ['2026-11-22', 'tomorrow'],
    ['2026-11-26', 'in 5 days'],
    ['2026-12-22', 'in 31 days'],
    ['2026-12-23', undefined],
  ])('half an hour into 21 November, %s is %s', (day, words) => {
    expect(describeDayAhead(day, now)).toBe(words);
  });
});

describe('calendar months', () => {
  it.each([
    ['2026-11-30T21:59:59Z', 0, '2026-11'],
    ['2026-11-30T22:00:00Z', 0, '2026-12'],
    ['2026-11-30T22:00:00Z', -11, '2026-01'],
    ['2026-12-31T22:00:00Z', 1, '2027-02'],
  ])('the month of %s, %i months later, is %s in Johannesburg', (iso, months, month) => {
    expect(monthAfter(new Date(iso), months)).toBe(month);
  });

  it('a month begins at midnight in Johannesburg', () => {
    expect(startOf('2026-12')).toEqual(new Date('2026-11-30T22:00:00Z'));
  });
});

describe('durations', () => {
  it.each([
    [0, '1\u00A0s'],
    [59_999, '59\u00A0s'],
    [60_000, '1\u00A0min'],
    [26 * 60 * 60_000, '1\u00A0d'],
  ])('%i ms are shown as %s', (ms, shown) => {
    expect(formatDuration(ms)).toBe(shown);
  });
});

describe('dates of birth', () => {
  it.each([
    [31, 2, 1990, 'There is no 31 February 1990'],
    [29, 2, 1900, 'There is no 29 February 1900'],
    [31, 4, null, 'There is no 31 April'],
    [30, 2, null, 'There is no 30 February'],
  ])('the date of birth %i/%i/%i does not exist', (day, month, year, sentence) => {
    expect(birthDateFault({ User_DOB_Day: day, User_DOB_Month: month, User_DOB_Year: year })).toBe(sentence);
  });

  it.each([
    [29, 2, 2000],
    [29, 2, null],
    [31, null, 1990],
    [null, 2, 1990],
    [31, 12, 1999],
  ])('the date of birth %s/%s/%s is possible', (day, month, year) => {
    expect(birthDateFault({ User_DOB_Day: day, User_DOB_Month: month, User_DOB_Year: year })).toBeUndefined();
  });
});
