import { setImmediate } from 'node:timers/promises';
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

/** Makes calls about ticket 12, which fail unless told otherwise, at a helpdesk whose agent record answers as given. */
const callAboutTicket = async ({
  isSuspect = true,
  error = OUTAGE,
  record = async () => {},
  askedAt,
  call = () => Promise.reject(error),
}: {
  isSuspect?: boolean;
  error?: HelpdeskError;
  record?: () => Promise<void>;
  askedAt?: Date;
  call?: () => Promise<unknown>;
}) => {
  const seen = { buckets: [] as string[], asked: 0, down: 0 };
  const result = await callAbout(
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
    call,
  ).catch((caught) => caught);

  return { ...seen, result };
};

const FAULTS = ['helpdesk faults', 'helpdesk fault of ticket 12'];

describe('failed calls about one object', () => {
  it.each([
    ['the first failed call about an object only counts its fault', { isSuspect: false }, FAULTS, 0, 0],
    [
      'a failed call after one about another object only counts its fault if the agent record answers',
      {},
      ['helpdesk agent record', ...FAULTS],
      1,
      0,
    ],
    [
      'a failed call after one about another object marks the helpdesk as down if the agent record fails, too',
      { record: () => Promise.reject(OUTAGE) },
      ['helpdesk agent record'],
      1,
      1,
    ],
    [
      'a failed call only counts its fault if our key may not read the agent record',
      { record: () => Promise.reject(BUSY) },
      ['helpdesk agent record', ...FAULTS],
      1,
      0,
    ],
    [
      'a failed call does not read the agent record again within 10 s',
      { askedAt: NOW },
      ['helpdesk agent record', ...FAULTS],
      0,
      0,
    ],
    ['a call that a busy helpdesk answers counts no fault', { isSuspect: false, error: BUSY }, [], 0, 0],
  ])('%s', async (_case, given, buckets, asked, down) => {
    const seen = await callAboutTicket(given);

    expect(seen).toMatchObject({ buckets, asked, down });
    expect(seen.result instanceof HelpdeskDownError).toBe(down === 1);
  });
});

it('a call that succeeds ends after the reading of the agent record, so that nothing runs after the answer', async () => {
  let isRead = false;
  const record = async () => {
    await setImmediate();
    isRead = true;
  };

  expect(await callAboutTicket({ record, call: async () => 'done' })).toMatchObject({
    result: 'done',
    asked: 1,
  });
  expect(isRead).toBe(true);
});

describe('a job that failed', () => {
  it.each([
    [
      'a job that failed in an outage of the helpdesk',
      async () => (await callAboutTicket({ record: () => Promise.reject(OUTAGE) })).result,
      true,
    ],
    ['a job that got no answer', async () => OUTAGE, true],
    ['a job that got an answer about its own object', async () => fault({ isOutage: true }), false],
    ['a job that failed for a reason of the portal', async () => new Error('Ours'), false],
  ])('%s waits for the helpdesk: %s', async (_case, fail, waits) => {
    expect(progressAfter(await fail())).toEqual(waits ? { metOutage: true } : null);
  });
});
