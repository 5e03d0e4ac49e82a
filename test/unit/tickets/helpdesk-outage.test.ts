import { describe, expect, it } from 'vitest';
import { callAbout, HelpdeskDownError, progressAfter } from '#functions/domain/tickets/helpdesk-outage.ts';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

const fault = (change: { isOutage?: boolean; isUnanswered?: boolean }) =>
  new HelpdeskError('unavailable', 'It failed.', {
    outcome: 'uncertain',
    cause: new Error('reset'),
    ...change,
  });
const OUTAGE = fault({ isOutage: true, isUnanswered: true });
const BUSY = fault({});

/** Calls about ticket 12 that fail, on a helpdesk whose agent's record answers as given. */
const callBroken = async ({
  isSuspect = true,
  error = OUTAGE,
  record = async () => {},
  askedAt,
}: {
  isSuspect?: boolean;
  error?: HelpdeskError;
  record?: () => Promise<void>;
  askedAt?: Date;
}) => {
  const seen = { buckets: [] as string[], asked: 0, down: 0 };
  const thrown = await callAbout(
    {
      database: {
        throttle: {
          take: async ({ name }) => {
            seen.buckets.push(name);

            return askedAt;
          },
        },
        health: {
          save: async () => {
            seen.down += 1;
          },
        },
      },
      helpdesk: {
        check: () => {
          seen.asked += 1;

          return record();
        },
      },
    },
    { kind: 'ticket', id: 12, isSuspect },
    NOW,
    () => Promise.reject(error),
  ).catch((caught) => caught);

  return { ...seen, thrown };
};

const FAULTS = ['helpdesk faults', 'helpdesk fault of ticket 12'];

describe('a call about one object', () => {
  it.each([
    ['the first for a while only counts its fault', { isSuspect: false }, FAULTS, 0, 0],
    [
      'after one of another object, with a record that comes, too',
      {},
      ['helpdesk agent record', ...FAULTS],
      1,
      0,
    ],
    [
      'after one of another object, without a record, finds the helpdesk down',
      { record: () => Promise.reject(OUTAGE) },
      ['helpdesk agent record'],
      1,
      1,
    ],
    [
      'with a record that our key may not read, too',
      { record: () => Promise.reject(BUSY) },
      ['helpdesk agent record', ...FAULTS],
      1,
      0,
    ],
    [
      'where the record was asked for a moment ago does not ask again',
      { askedAt: NOW },
      ['helpdesk agent record', ...FAULTS],
      0,
      0,
    ],
    ['that the helpdesk answers says nothing of it', { isSuspect: false, error: BUSY }, [], 0, 0],
  ])('%s', async (_case, given, buckets, asked, down) => {
    const seen = await callBroken(given);

    expect(seen).toMatchObject({ buckets, asked, down });
    expect(seen.thrown instanceof HelpdeskDownError).toBe(down === 1);
  });
});

describe('a job that failed', () => {
  it.each([
    [
      'in an outage of the helpdesk',
      async () => (await callBroken({ record: () => Promise.reject(OUTAGE) })).thrown,
      true,
    ],
    ['without any answer', async () => OUTAGE, true],
    ['by an answer of its own', async () => fault({ isOutage: true }), false],
    ['by itself', async () => new Error('Ours'), false],
  ])('%s waits for the helpdesk: %s', async (_case, fail, waits) => {
    expect(progressAfter(await fail())).toEqual(waits ? { metOutage: true } : null);
  });
});
