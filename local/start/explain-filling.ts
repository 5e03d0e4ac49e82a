import { describeError } from '#functions/runtime/describe-error.ts';
import { StartRefused } from './start-refused.ts';

/** PostgreSQL ended a session whose transaction was idle for too long. */
const IDLE_IN_TRANSACTION = '25P03';

/**
 * Says what to do if a server of PostgreSQL ended a transaction of the filling, because a busy computer came to its next
 * statement too late. What was written before stays in a database that is not ours to empty.
 */
export const explainFilling = (error: unknown): unknown =>
  describeError(error).some((line) => line.includes(IDLE_IN_TRANSACTION))
    ? new StartRefused(
        'This computer was too busy to fill the database of DATABASE_URL: PostgreSQL ended a transaction that was idle for 5 seconds. Please empty that database, and start again when the computer has less to do.',
        { cause: error },
      )
    : error;
