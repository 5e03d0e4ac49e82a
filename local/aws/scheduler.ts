import { readRateSeconds } from '#shared/tasks.ts';

/** Clock of the scheduler, which a test can replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs something once after a delay; the returned function cancels it. */
  setTimer: (run: () => void, delayMilliseconds: number) => () => void;
}

export interface ScheduledTask {
  name: string;
  /** A rate in EventBridge Scheduler's notation: 'rate(1 minute)', 'rate(5 minutes)', 'rate(1 day)'. */
  schedule: string;
  run: () => Promise<unknown>;
}

interface SchedulerOptions {
  tasks: ScheduledTask[];
  clock?: Clock;
  logError: (message: string, error: unknown) => void;
}

/** Longer delays overflow Node's timers, which then fire at once. */
const TIMER_MILLISECONDS_MAX = 2 ** 31 - 1;

const systemClock: Clock = {
  now: Date.now,
  setTimer: (run, delayMilliseconds) => {
    const timer = setTimeout(run, delayMilliseconds);

    return () => clearTimeout(timer);
  },
};

const startTask = (
  task: ScheduledTask,
  clock: Clock,
  logError: (message: string, error: unknown) => void,
) => {
  const periodMilliseconds = readRateSeconds(task.schedule) * 1000;
  let dueAt = clock.now() + periodMilliseconds;
  let running: Promise<void> | undefined;
  let cancelTimer = () => {};

  const run = async () => {
    try {
      await task.run();
    } catch (error) {
      logError(`The task ${task.name} failed`, error);
    }
  };

  const wait = () => {
    const delay = Math.max(0, dueAt - clock.now());
    cancelTimer = clock.setTimer(tick, Math.min(delay, TIMER_MILLISECONDS_MAX));
  };

  const tick = () => {
    const late = clock.now() - dueAt;
    if (late >= 0) {
      running ??= run().finally(() => {
        running = undefined;
      });
      // If the machine slept through several runs, the task runs once and not once for each.
      dueAt += periodMilliseconds * (Math.floor(late / periodMilliseconds) + 1);
    }
    wait();
  };

  wait();

  return {
    close: async () => {
      cancelTimer();
      await running;
    },
  };
};

/**
 * Runs each task at its fixed rate, the first time one period after the start. Runs of a task never overlap: a run that
 * is due while the last one is still working is skipped. A failed run is logged, and the next one runs as planned.
 * Throws for a schedule that EventBridge Scheduler would refuse.
 */
export const startScheduler = ({ tasks, clock = systemClock, logError }: SchedulerOptions) => {
  const scheduled = tasks.map((task) => startTask(task, clock, logError));

  return {
    /** Starts no more runs and resolves when the running ones have ended. */
    close: async () => {
      await Promise.all(scheduled.map((task) => task.close()));
    },
  };
};
