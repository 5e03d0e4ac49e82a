import { afterEach, describe, expect, it, vi } from 'vitest';
import { isValidIdNumber } from '#shared/south-africa.ts';
import { findSecrets, ID_NUMBER } from '#test/support/find-secrets.ts';

const A_WEEK_MS = 7 * 24 * 60 * 60 * 1000;

afterEach(() => vi.useRealTimers());

/** The milliseconds of this second that would pass as the ID number of somebody born on such a day. */
const readingsLikeIdNumbers = (instant: string): string[] =>
  Array.from({ length: 1_000 }, (_, ms) => String(Date.parse(instant) + ms)).filter(isValidIdNumber);

describe.each([
  '2027-01-27T06:00:00Z',
  '2027-03-03T01:00:00Z',
  '2030-03-30T10:00:00Z',
  '2040-01-01T06:00:00Z',
])('on a clock at %s', (instant) => {
  const readings = readingsLikeIdNumbers(instant);

  const setClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) + 60_000 });

  it('the milliseconds of the clock are no ID number', () => {
    setClock();

    expect(readings.length).toBeGreaterThan(0);
    expect(readings.flatMap((reading) => findSecrets(`{"timestamp":${reading}}`, {}))).toEqual([]);
  });

  it.each(['9204150834082', '5001014800083'])('%s beside them is one', (idNumber) => {
    setClock();

    expect(isValidIdNumber(idNumber)).toBe(true);
    expect(findSecrets(`{"timestamp":${readings[0]},"told":"${idNumber}"}`, {})).toEqual([ID_NUMBER]);
  });

  it('one that was typed is found, even where it could be the clock', () => {
    setClock();
    const [typed = ''] = readings;

    expect(findSecrets(`{"told":"${typed}"}`, { [ID_NUMBER]: [typed] })).toEqual([ID_NUMBER]);
  });

  it('what the clock showed a week ago may be one', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) + A_WEEK_MS });

    expect(findSecrets(`{"told":"${readings[0]}"}`, {})).toEqual([ID_NUMBER]);
  });
});
