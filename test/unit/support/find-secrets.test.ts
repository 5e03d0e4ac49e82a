import { afterEach, describe, expect, it, vi } from 'vitest';
import { isValidIdNumber } from '#shared/number-rules.ts';
import { findSecrets, ID_NUMBER } from '#test/support/portal/find-secrets.ts';

const A_WEEK_MS = 7 * 24 * 60 * 60 * 1000;

afterEach(() => vi.useRealTimers());

/** An instant with milliseconds that would pass as ID numbers of somebody born on that day. */
const INSTANT = '2030-03-30T10:00:00Z';
const READINGS = Array.from({ length: 1_000 }, (_, ms) => String(Date.parse(INSTANT) + ms)).filter(
  isValidIdNumber,
);
const [READING = ''] = READINGS;

const setClock = (laterMs: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(INSTANT) + laterMs });

describe('the search for secrets and thirteen digits', () => {
  it('findSecrets takes a timestamp for no ID number, but finds an ID number next to it', () => {
    setClock(60_000);

    expect(READINGS.length).toBeGreaterThan(0);
    expect(READINGS.flatMap((reading) => findSecrets(`{"timestamp":${reading}}`, {}))).toEqual([]);
    expect(findSecrets(`{"timestamp":${READING},"told":"9204150834082"}`, {})).toEqual([ID_NUMBER]);
  });

  it('findSecrets finds a typed ID number even if it could be a timestamp', () => {
    setClock(60_000);

    expect(findSecrets(`{"told":"${READING}"}`, { [ID_NUMBER]: [READING] })).toEqual([ID_NUMBER]);
  });

  it('findSecrets takes a timestamp of a week ago for an ID number', () => {
    setClock(A_WEEK_MS);

    expect(findSecrets(`{"told":"${READING}"}`, {})).toEqual([ID_NUMBER]);
  });
});
