// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import {
  beginSeenAnswers,
  isNewAnswer,
  rememberSeenAnswer,
  type SeenAnswers,
} from '#web/features/tickets/answers-seen.ts';
import { wordWaiting } from '#web/features/tickets/ticket-waiting.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`;
const answered = (id: number, day: number | null) => ({
  id,
  agent_responded_at: day === null ? null : at(day),
});

const read = (userId = 7): SeenAnswers =>
  JSON.parse(localStorage.getItem(`answers-seen:${userId}`) ?? 'null');

beforeEach(() => localStorage.clear());

it('on the first visit no answer is new, and later answers are', () => {
  expect(isNewAnswer(answered(1, 9), undefined)).toBe(false);
  beginSeenAnswers(7, [answered(1, 9), answered(2, 3), answered(3, null)]);

  expect(isNewAnswer(answered(1, 9), read())).toBe(false);
  expect(isNewAnswer(answered(3, null), read())).toBe(false);
  expect(isNewAnswer(answered(2, 10), read())).toBe(true);
});

it('without any answer on the first visit, the first answer is new', () => {
  beginSeenAnswers(7, [answered(1, null)]);

  expect(isNewAnswer(answered(1, 1), read())).toBe(true);
});

it('a shown answer is no longer new for this account, but stays new for another', () => {
  for (const userId of [7, 8]) {
    beginSeenAnswers(userId, [answered(1, 1)]);
  }
  rememberSeenAnswer(7, 1, [at(5), null, at(4)]);
  beginSeenAnswers(7, [answered(1, 9)]);

  expect(isNewAnswer(answered(1, 5), read(7))).toBe(false);
  expect(isNewAnswer(answered(1, 6), read(7))).toBe(true);
  expect(isNewAnswer(answered(1, 5), read(8))).toBe(true);
});

it('only the newest 200 tickets are remembered', () => {
  beginSeenAnswers(7, []);
  for (let id = 1; id <= 205; id += 1) {
    rememberSeenAnswer(7, id, [at(5)]);
  }

  expect(Object.keys(read().tickets)).toHaveLength(200);
  expect(read().tickets[1]).toBeUndefined();
});

it.each(['nonsense', '{}', '[]', '{"since":1,"tickets":{}}', '{"since":"","tickets":null}'])(
  'a damaged record of seen answers counts as none: %s',
  (text) => {
    localStorage.setItem('answers-seen:7', text);
    rememberSeenAnswer(7, 1, [at(5)]);
    expect(localStorage.getItem('answers-seen:7')).toBe(text);

    beginSeenAnswers(7, [answered(1, 5)]);
    expect(read()).toEqual({ since: at(5), tickets: {} });
  },
);

it.each([
  [2, 'sent', 'Waiting for us'],
  [3, 'sent', 'Waiting for you'],
  [4, 'sent', undefined],
  [5, 'sent', undefined],
  [6, 'sent', undefined],
  [2, 'waiting', undefined],
  [2, 'failed', undefined],
] as const)('a ticket with status %d and delivery %s says "%s"', (status, delivery, words) => {
  expect(wordWaiting({ status, delivery })).toBe(words);
});
