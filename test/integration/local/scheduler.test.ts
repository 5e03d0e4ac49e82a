import { describe, expect, it } from 'vitest';
import { type Clock, startScheduler } from '#local/aws/scheduler.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Lets everything run that does not wait for a timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Makes a clock that only the test moves forward; it fires the timers that are due on the way. */
const makeTestClock = () => {
  const timers = new Set<{ at: number; run: () => void }>();
  let now = Date.parse('2026-11-20T08:00:00Z');

  const clock: Clock = {
    now: () => now,
    setTimer: (run, delayMilliseconds) => {
      if (delayMilliseconds >= 2 ** 31) {
        throw new RangeError('Node would fire this timer at once.');
      }
      const timer = { at: now + delayMilliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };

  const advance = async (milliseconds: number) => {
    const end = now + milliseconds;
    await settle();
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) {
        break;
      }
      timers.delete(next);
      now = Math.max(now, next.at);
      next.run();
      await settle();
    }
    now = end;
  };

  const sleep = (milliseconds: number) => {
    now += milliseconds;
  };

  return { clock, advance, sleep, pending: () => timers.size };
};

const startCounting = (schedule: string, onRun: (run: number) => Promise<unknown> = async () => {}) => {
  const errors: string[] = [];
  const testClock = makeTestClock();
  let runs = 0;
  const scheduler = startScheduler({
    tasks: [{ name: 'sweep', schedule, run: () => onRun(++runs) }],
    clock: testClock.clock,
    logError: (message, error) => errors.push(`${message}: ${error}`),
  });
  return { ...testClock, scheduler, errors, runs: () => runs };
};

describe('a task of the scheduler stand-in', () => {
  it.each([
    ['rate(1 minute)', MINUTE],
    ['rate(5 minutes)', 5 * MINUTE],
    ['rate(1 hour)', 60 * MINUTE],
    ['rate(1 day)', DAY],
    ['rate(60 days)', 60 * DAY],
  ])(
    'the scheduler stand-in runs a task with %s once a period, first after one period',
    async (schedule, period) => {
      const { advance, runs, scheduler } = startCounting(schedule);
      await advance(period - 1);
      expect(runs()).toBe(0);
      await advance(1);
      expect(runs()).toBe(1);
      await advance(3 * period);
      expect(runs()).toBe(4);
      await scheduler.close();
    },
  );

  it.each([
    'rate(0 minutes)',
    'rate(1 minutes)',
    'rate(5 minute)',
    'rate(1.5 hours)',
    'rate(2 weeks)',
    'every minute',
    'cron(0 8 * * ? *)',
  ])('the scheduler stand-in refuses the schedule %s', (schedule) => {
    expect(() => startCounting(schedule)).toThrow('is not a rate');
  });

  it('the scheduler stand-in skips runs that are due while the task runs, and keeps its rhythm', async () => {
    const firstRun = Promise.withResolvers<void>();
    const { advance, runs, scheduler } = startCounting('rate(1 minute)', (run) =>
      run === 1 ? firstRun.promise : Promise.resolve(),
    );
    await advance(3.5 * MINUTE);
    expect(runs()).toBe(1);
    firstRun.resolve();
    await advance(0.5 * MINUTE);
    expect(runs()).toBe(2);
    await scheduler.close();
  });

  it('the scheduler stand-in logs a failed run, and runs the task again as planned', async () => {
    const { advance, errors, runs, scheduler } = startCounting('rate(1 minute)', (run) => {
      if (run === 1) {
        return Promise.reject(new Error('database is away'));
      }
      if (run === 2) {
        throw new Error('thrown at once');
      }
      return Promise.resolve();
    });
    await advance(3 * MINUTE);
    expect(runs()).toBe(3);
    expect(errors).toEqual([
      'The task sweep failed: Error: database is away',
      'The task sweep failed: Error: thrown at once',
    ]);
    await scheduler.close();
  });

  it('the scheduler stand-in does not catch up on runs after the machine slept', async () => {
    const { advance, runs, scheduler, sleep } = startCounting('rate(1 minute)');
    sleep(10.5 * MINUTE);
    await advance(0);
    expect(runs()).toBe(1);
    await advance(0.5 * MINUTE);
    expect(runs()).toBe(2);
    await scheduler.close();
  });

  it('the scheduler stand-in runs other tasks while one is stuck', async () => {
    const { clock, advance } = makeTestClock();
    const stuck = Promise.withResolvers<void>();
    let runs = 0;
    const scheduler = startScheduler({
      clock,
      logError: () => {},
      tasks: [
        { name: 'stuck', schedule: 'rate(1 minute)', run: () => stuck.promise },
        { name: 'sweep', schedule: 'rate(1 minute)', run: async () => ++runs },
      ],
    });
    await advance(2 * MINUTE);
    expect(runs).toBe(2);
    stuck.resolve();
    await scheduler.close();
  });
});

describe('closing the scheduler stand-in', () => {
  it('the scheduler stand-in waits on close for the current run, and starts no other', async () => {
    const run = Promise.withResolvers<void>();
    const { advance, pending, runs, scheduler } = startCounting('rate(1 minute)', () => run.promise);
    await advance(MINUTE);
    let isClosed = false;
    const closing = scheduler.close().then(() => {
      isClosed = true;
    });
    await settle();
    expect(isClosed).toBe(false);
    run.resolve();
    await closing;
    expect(pending()).toBe(0);
    await advance(5 * MINUTE);
    expect(runs()).toBe(1);
  });
});
