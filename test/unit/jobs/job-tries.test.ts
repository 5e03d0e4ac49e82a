import { describe, expect, it } from 'vitest';
import { hasCrashedTooOften, isRefusal, nextTry } from '#functions/domain/jobs/job-tries.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { JOB_KINDS, jobKinds } from '#shared/job-kinds.ts';
import { jobs } from '#shared/jobs.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const START = new Date('2026-11-20T08:00:00Z');
const afterStart = (seconds: number) => new Date(START.getTime() + seconds * 1000);

const OUTAGE = new AppError('unavailable', 'Later.');
const CRASH = new Error('socket hang up');
const tried = (change: { attempts?: number; crashes?: number }) => ({
  attempts: 1,
  crashes: 1,
  firstTriedAt: START,
  ...change,
});

describe('a job whose try crashed', () => {
  it.each([1, 2, 3, 4])('for the %s. time is tried again as its queue delivers', (crashes) => {
    expect(nextTry(CRASH, tried({ attempts: 60, crashes }), afterStart(HOUR))).toBeNull();
  });

  it('is given up at the fifth, and not tried once more when no worker lived to say so', () => {
    expect(nextTry(CRASH, tried({ crashes: 5 }), START)).toBeUndefined();
    expect(hasCrashedTooOften(tried({ crashes: 5 }))).toBe(false);
    expect(hasCrashedTooOften(tried({ crashes: 6 }))).toBe(true);
  });
});

describe('a job whose vendor does not answer', () => {
  it.each([
    [1, MINUTE],
    [2, 2 * MINUTE],
    [3, 4 * MINUTE],
    [6, 32 * MINUTE],
    [7, HOUR],
    [70, HOUR],
    [2000, HOUR],
  ])('waits after try %s for %s s', (attempts, seconds) => {
    expect(nextTry(OUTAGE, tried({ attempts }), START)).toEqual(afterStart(seconds));
  });

  it('is tried until three days after the first try are over, and not later', () => {
    const often = tried({ attempts: 75 });

    expect(nextTry(OUTAGE, often, afterStart(71 * HOUR))).toEqual(afterStart(72 * HOUR));
    expect(nextTry(OUTAGE, often, afterStart(71 * HOUR + 1))).toBeUndefined();
  });

  it('waits also if its workers died before', () => {
    expect(nextTry(OUTAGE, tried({ attempts: 5, crashes: 5 }), START)).toEqual(afterStart(16 * MINUTE));
  });
});

describe('a failure', () => {
  it.each<ErrorCode>(['unavailable', 'too_many_requests'])('of %s may pass', (code) => {
    expect(isRefusal(new AppError(code, 'Later.'))).toBe(false);
  });

  it.each<ErrorCode>(['invalid_request', 'not_found', 'conflict', 'payload_too_large', 'unprocessable'])(
    'of %s stays one however often it is tried',
    (code) => {
      const refusal = new AppError(code, 'No.');

      expect(isRefusal(refusal)).toBe(true);
      expect(nextTry(refusal, tried({}), START)).toBeUndefined();
    },
  );

  it('that nobody foresaw may pass', () => {
    expect(isRefusal(CRASH)).toBe(false);
  });
});

describe.each(JOB_KINDS)('the kind %s', (kind) => {
  it('holds a job as long as its worker may run, and hides the message longer', () => {
    const { leaseSeconds, queue } = jobKinds[kind];

    expect(jobs[kind]).toMatchObject({ trigger: { queue: kind }, timeoutSeconds: leaseSeconds });
    expect(queue.visibilityTimeoutSeconds).toBeGreaterThan(leaseSeconds);
  });
});
