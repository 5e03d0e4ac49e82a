import { describe, expect, it } from 'vitest';
import { hasCrashedTooOften, isRefusal, nextTry } from '#functions/domain/jobs/job-tries.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { JOB_KINDS, jobKinds } from '#shared/job-kinds.ts';
import { tasks } from '#shared/tasks.ts';

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

describe('the next try of a job that crashed', () => {
  it.each([1, 2, 3, 4])(
    'a job that has crashed %s times is tried again when its queue redelivers it',
    (crashes) => {
      expect(nextTry(CRASH, tried({ attempts: 60, crashes }), afterStart(HOUR))).toBeNull();
    },
  );

  it('a job that has crashed five times is given up, and not tried again if its worker died unheard', () => {
    expect(nextTry(CRASH, tried({ crashes: 5 }), START)).toBeUndefined();
    expect(hasCrashedTooOften(tried({ crashes: 5 }))).toBe(false);
    expect(hasCrashedTooOften(tried({ crashes: 6 }))).toBe(true);
  });
});

describe('the next try of a job whose vendor does not answer', () => {
  it.each([
    [1, MINUTE],
    [2, 2 * MINUTE],
    [3, 4 * MINUTE],
    [6, 32 * MINUTE],
    [7, HOUR],
    [70, HOUR],
    [2000, HOUR],
  ])('a job whose vendor did not answer try %s waits for %s s', (attempts, seconds) => {
    expect(nextTry(OUTAGE, tried({ attempts }), START)).toEqual(afterStart(seconds));
  });

  it('a job whose vendor does not answer is tried for three days after the first try', () => {
    const often = tried({ attempts: 75 });

    expect(nextTry(OUTAGE, often, afterStart(71 * HOUR))).toEqual(afterStart(72 * HOUR));
    expect(nextTry(OUTAGE, often, afterStart(71 * HOUR + 1))).toBeUndefined();
  });

  it('a job whose vendor does not answer waits although its workers crashed before', () => {
    expect(nextTry(OUTAGE, tried({ attempts: 5, crashes: 5 }), START)).toEqual(afterStart(16 * MINUTE));
  });
});

describe('failures of a job', () => {
  it.each<ErrorCode>(['unavailable', 'too_many_requests'])(
    'a failure with the code %s is temporary',
    (code) => {
      expect(isRefusal(new AppError(code, 'Later.'))).toBe(false);
    },
  );

  it.each<ErrorCode>(['invalid_request', 'not_found', 'conflict', 'payload_too_large', 'unprocessable'])(
    'a failure with the code %s is permanent: the job is not tried again',
    (code) => {
      const refusal = new AppError(code, 'No.');

      expect(isRefusal(refusal)).toBe(true);
      expect(nextTry(refusal, tried({}), START)).toBeUndefined();
    },
  );

  it('an unexpected failure is temporary', () => {
    expect(isRefusal(CRASH)).toBe(false);
  });
});

describe.each(JOB_KINDS)('the kind %s', (kind) => {
  it('the lease of a job lasts as long as its worker may run, and its message is hidden for longer', () => {
    const { leaseSeconds, queue } = jobKinds[kind];

    expect(tasks[kind]).toMatchObject({ trigger: { queue: kind }, timeoutSeconds: leaseSeconds });
    expect(queue.visibilityTimeoutSeconds).toBeGreaterThan(leaseSeconds);
  });
});
