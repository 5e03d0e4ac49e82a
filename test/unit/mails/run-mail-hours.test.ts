import { expect, it } from 'vitest';
import { nextMailMoment } from '#functions/domain/mails/run-mail-hours.ts';

// The times are of Johannesburg, two hours ahead of UTC.
it.each([
  ['on a weekday at 08:00 at once', '2026-11-25T08:00:00+02:00', '2026-11-25T08:00:00+02:00'],
  ['on a weekday at 19:59 at once', '2026-11-25T19:59:59+02:00', '2026-11-25T19:59:59+02:00'],
  ['on a Saturday at noon at once', '2026-11-28T12:00:00+02:00', '2026-11-28T12:00:00+02:00'],
  ['before dawn on the same morning', '2026-11-25T00:10:00+02:00', '2026-11-25T08:00:00+02:00'],
  ['at 20:00 on the next morning', '2026-11-25T20:00:00+02:00', '2026-11-26T08:00:00+02:00'],
  ['on a Saturday at 20:30 on Monday', '2026-11-28T20:30:00+02:00', '2026-11-30T08:00:00+02:00'],
  ['on a Sunday on Monday', '2026-11-29T12:00:00+02:00', '2026-11-30T08:00:00+02:00'],
  [
    'on 24 December at 20:30 after Christmas, Day of Goodwill and the Sunday',
    '2026-12-24T20:30:00+02:00',
    '2026-12-28T08:00:00+02:00',
  ],
  ['on Christmas Day after the holidays', '2026-12-25T10:00:00+02:00', '2026-12-28T08:00:00+02:00'],
  [
    'on the Monday for a holiday on a Sunday on Tuesday',
    '2027-03-22T10:00:00+02:00',
    '2027-03-23T08:00:00+02:00',
  ],
  ['on Good Friday on Saturday', '2027-03-26T10:00:00+02:00', '2027-03-27T08:00:00+02:00'],
  ['on New Year’s Eve at 23:00 on 2 January', '2026-12-31T23:00:00+02:00', '2027-01-02T08:00:00+02:00'],
])('a mail of a billing run leaves %s', (_, now, moment) => {
  expect(nextMailMoment(new Date(now))).toEqual(new Date(moment));
});
