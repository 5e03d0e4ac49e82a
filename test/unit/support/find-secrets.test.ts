import { afterEach, describe, expect, it, vi } from 'vitest';
import { isValidIdNumber } from '#shared/south-africa.ts';
import { findSecrets, ID_NUMBER } from '#test/support/portal/find-secrets.ts';

const A_WEEK_MS = 7 * 24 * 60 * 60 * 1000;

afterEach(() => vi.useRealTimers());

/** A second whose milliseconds would pass as ID numbers of somebody born on such a day. */
const INSTANT = '2030-03-30T10:00:00Z';
const READINGS = Array.from({ length: 1_000 }, (_, ms) => String(Date.parse(INSTANT) + ms)).filter(
  isValidIdNumber,
);
const [READING = ''] = READINGS;

const setClock = (laterMs: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(INSTANT) + laterMs });

describe('thirteen digits', () => {
  it('of the clock are no ID number, but one beside them is', () => {
    setClock(60_000);

    expect(READINGS.length).toBeGreaterThan(0);
    expect(READINGS.flatMap((reading) => findSecrets(`{"timestamp":${reading}}`, {}))).toEqual([]);
    expect(findSecrets(`{"timestamp":${READING},"told":"9204150834082"}`, {})).toEqual([ID_NUMBER]);
  });

  it('that were typed as an ID number are one, even where they could be the clock', () => {
    setClock(60_000);

    expect(findSecrets(`{"told":"${READING}"}`, { [ID_NUMBER]: [READING] })).toEqual([ID_NUMBER]);
  });

  it('that the clock showed a week ago may be an ID number', () => {
    setClock(A_WEEK_MS);

    expect(findSecrets(`{"told":"${READING}"}`, {})).toEqual([ID_NUMBER]);
  });
});
