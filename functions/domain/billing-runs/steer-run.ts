import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { LockedRun } from '#functions/ports/database/billing-runs/billing-draft-store.ts';
import type { BillingWorkStore } from '#functions/ports/database/billing-runs/billing-work-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { dayAfter, nameDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { runNotFound } from './read-runs.ts';
import { makeRunJob } from './run-queue.ts';

type SteerDatabase = DatabaseOf<'billingDrafts' | 'billingWork'>;

/** Changes a run behind its lock, after a check of its state. */
const steer = (
  database: SteerDatabase,
  runId: number,
  check: (run: LockedRun) => void,
  change: (billingWork: BillingWorkStore) => Promise<void>,
): Promise<void> =>
  database.transaction(async ({ billingDrafts, billingWork }) => {
    const run = await billingDrafts.lock(runId);
    if (!run) {
      throw runNotFound();
    }
    check(run);
    await change(billingWork);
  });

/** Stops a run after the portion of clients that is under way. */
export const stopRun = (database: SteerDatabase, admin: SessionUser, runId: number, now: Date) =>
  steer(
    database,
    runId,
    ({ state }) => {
      if (state !== 'running') {
        throw new AppError('conflict', 'This billing run is not running.');
      }
    },
    (billingWork) => billingWork.stop(runId, { audit: auditOf(admin, 'billing-runs.stop'), now }),
  );

const requireStopped = ({ state }: LockedRun): void => {
  if (state !== 'stopped') {
    throw new AppError('conflict', 'This billing run is not stopped.');
  }
};

/** Lets a stopped run go on, on the day of the stop: later its lines would be of another day. */
export const continueRun = (database: SteerDatabase, admin: SessionUser, runId: number, now: Date) =>
  steer(
    database,
    runId,
    (run) => {
      requireStopped(run);
      const day = dayAfter(run.stoppedAt ?? now, 0);
      if (day !== dayAfter(now, 0)) {
        throw new AppError(
          'conflict',
          `This billing run was stopped on ${nameDay(day)} and goes on only on that day. Cancel the rest and draft the month again.`,
        );
      }
    },
    (billingWork) =>
      billingWork.continue(runId, {
        job: makeRunJob(runId),
        audit: auditOf(admin, 'billing-runs.continue'),
        now,
      }),
  );

/** Ends a stopped run; what it has not issued stays unbilled, and a new draft finds it. */
export const cancelRun = (database: SteerDatabase, admin: SessionUser, runId: number, now: Date) =>
  steer(database, runId, requireStopped, (billingWork) =>
    billingWork.cancel(runId, { audit: auditOf(admin, 'billing-runs.cancel'), now }),
  );
