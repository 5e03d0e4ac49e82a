import { describe, expect, it } from 'vitest';
import { isBeyondLastTry, isRefusal, nextTry } from '#functions/domain/jobs/job-tries.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { JOB_KINDS, jobKinds } from '#shared/job-kinds.ts';
import { jobs } from '#shared/jobs.ts';

const FIVE = { countMax: 5 };
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const THREE_DAYS = { waitSecondsMin: MINUTE, waitSecondsMax: HOUR, giveUpAfterSeconds: 72 * HOUR };

const START = new Date('2026-11-20T08:00:00Z');
const afterStart = (seconds: number) => new Date(START.getTime() + seconds * 1000);

describe('a kind that counts its tries', () => {
  it.each([1, 2, 3, 4])('after try %s is tried again as its queue delivers', (attempts) => {
    expect(nextTry(FIVE, { attempts, firstTriedAt: START }, afterStart(HOUR))).toBeNull();
  });

  it('is given up after the last one, and not tried once more when no worker lived to say so', () => {
    expect(nextTry(FIVE, { attempts: 5, firstTriedAt: START }, START)).toBeUndefined();
    expect(isBeyondLastTry(FIVE, { attempts: 5, firstTriedAt: START }, START)).toBe(false);
    expect(isBeyondLastTry(FIVE, { attempts: 6, firstTriedAt: START }, START)).toBe(true);
  });
});

describe('a kind that backs off', () => {
  it.each([
    [1, MINUTE],
    [2, 2 * MINUTE],
    [3, 4 * MINUTE],
    [6, 32 * MINUTE],
    [7, HOUR],
    [70, HOUR],
    [2000, HOUR],
  ])('waits after try %s for %s s', (attempts, seconds) => {
    expect(nextTry(THREE_DAYS, { attempts, firstTriedAt: START }, START)).toEqual(afterStart(seconds));
  });

  it('is tried until its days after the first try are over, and not later', () => {
    const tried = { attempts: 75, firstTriedAt: START };

    expect(nextTry(THREE_DAYS, tried, afterStart(71 * HOUR))).toEqual(afterStart(72 * HOUR));
    expect(nextTry(THREE_DAYS, tried, afterStart(71 * HOUR + 1))).toBeUndefined();
    expect(isBeyondLastTry(THREE_DAYS, tried, afterStart(73 * HOUR))).toBe(false);
    expect(isBeyondLastTry(THREE_DAYS, tried, afterStart(73 * HOUR + 1))).toBe(true);
  });
});

describe('a failure', () => {
  it.each<ErrorCode>(['unavailable', 'too_many_requests'])('of %s may pass', (code) => {
    expect(isRefusal(new AppError(code, 'Later.'))).toBe(false);
  });

  it.each<ErrorCode>(['invalid_request', 'not_found', 'conflict', 'payload_too_large', 'unprocessable'])(
    'of %s stays one however often it is tried',
    (code) => {
      expect(isRefusal(new AppError(code, 'No.'))).toBe(true);
    },
  );

  it('that nobody foresaw may pass', () => {
    expect(isRefusal(new Error('socket hang up'))).toBe(false);
  });
});

describe.each(JOB_KINDS)('the kind %s', (kind) => {
  it('holds a job as long as its worker may run, and hides the message longer', () => {
    const { leaseSeconds, queue } = jobKinds[kind];

    expect(jobs[kind]).toMatchObject({ trigger: { queue: kind }, timeoutSeconds: leaseSeconds });
    expect(queue.visibilityTimeoutSeconds).toBeGreaterThan(leaseSeconds);
  });
});
