import { expect, it } from 'vitest';
import { formatAgo } from '#web/lib/words/format-ago.ts';

const NOW = Date.parse('2026-11-20T12:05:00Z');

it.each([
  ['2026-11-20T12:06:00Z', 'just now'],
  ['2026-11-20T12:04:01Z', 'just now'],
  ['2026-11-20T12:04:00Z', '1 min ago'],
  ['2026-11-20T11:05:01Z', '59 min ago'],
  ['2026-11-20T09:05:00Z', '3 h ago'],
  ['2026-11-19T12:05:00Z', '1 day ago'],
  ['2026-11-18T12:05:00Z', '2 days ago'],
  ['2026-11-13T12:05:01Z', '6 days ago'],
  ['2026-11-13T12:05:00Z', '13 Nov'],
  ['2026-10-31T22:30:00Z', '1 Nov'],
  ['2025-10-31T12:05:00Z', '31 Oct 2025'],
])('the time %s is shown at 12:05 as "%s"', (iso, words) => {
  expect(formatAgo(iso, NOW)).toBe(words);
});
