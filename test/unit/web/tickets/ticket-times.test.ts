import { expect, it } from 'vitest';
import { readDue, wordAge, wordMinutes } from '#web/features/tickets/ticket-times.ts';

it.each([
  [0, '<1 min'],
  [45, '45 min'],
  [60, '1 h'],
  [120, '2 h'],
  [95, '1 h 35 min'],
  [1680, '1 d 4 h'],
  [1440, '1 d'],
  [1441, '1 d'],
  [14_400, '10 d'],
])('%i minutes are shown as %s', (minutes, words) => {
  expect(wordMinutes(minutes)).toBe(words);
});

const NOW = Date.parse('2026-11-20T12:05:00Z');

it.each([
  ['2026-11-20T12:05:30Z', 'Updated just now, next at 14:06:30'],
  ['2026-11-20T12:04:01Z', 'Updated just now, next at 14:05:01'],
  ['2026-11-20T12:04:00Z', 'Updated 1 minute ago'],
  ['2026-11-20T12:03:00Z', 'Updated 2 minutes ago'],
  ['2026-11-20T11:05:00Z', 'Updated 1 hour ago'],
  ['2026-11-19T12:06:00Z', 'Updated 23 hours ago'],
  ['2026-11-18T12:05:00Z', 'Updated Nov 18, 2026 14:05'],
])('the age of a copy of %s at 12:05 is shown as "%s"', (fetchedAt, words) => {
  expect(wordAge(fetchedAt, NOW)).toBe(words);
});

const DUE = '2026-11-20T12:05:00Z';

it.each([
  [2, '2026-11-20T12:04:59Z', 'Due Nov 20, 2026 14:05', false],
  [3, '2026-11-20T12:05:01Z', 'Due Nov 20, 2026 14:05', true],
])(
  'a ticket with status %i at %s shows its due time, and overdue if it has passed',
  (status, at, text, isOverdue) => {
    expect(readDue({ status, due_by: DUE }, Date.parse(at))).toEqual({ text, isOverdue });
  },
);

it.each([
  { status: 4, due_by: DUE },
  { status: 5, due_by: DUE },
  { status: 7, due_by: DUE },
  { status: 2, due_by: null },
])('a ticket that is done, has an unknown status or no due time shows none: %j', (ticket) => {
  expect(readDue(ticket, NOW)).toBeUndefined();
});
