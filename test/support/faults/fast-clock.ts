/** Factor by which this clock is faster than real time: leases of 30 s and hidden messages of 35 s end sooner. */
export const CLOCK_SPEED = 5;

const STARTED_AT = 'TEST_CLOCK_STARTED_AT';
const SPEED = 'TEST_CLOCK_SPEED';

/** Starts the clock for this process and its child processes. */
export const startFastClock = (speed = CLOCK_SPEED): void => {
  process.env[STARTED_AT] = String(Date.now());
  process.env[SPEED] = String(speed);
};

export const readFastClock = (): Date => {
  const startedAt = Number(process.env[STARTED_AT]);

  return new Date(startedAt + (Date.now() - startedAt) * Number(process.env[SPEED]));
};
