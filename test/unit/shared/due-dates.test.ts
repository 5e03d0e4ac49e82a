import { expect, it } from 'vitest';
import { isOverdue } from '#shared/invoices/due-dates.ts';

it.each([
  ['2026-11-20T21:59:59Z', false],
  ['2026-11-20T22:00:00Z', true],
])('an invoice due on 2026-11-20 is overdue at %s: %s', (now, expected) => {
  const due = { status: 'pending', dueDate: '2026-11-20' };
  expect(isOverdue(due, new Date(now))).toBe(expected);
});
