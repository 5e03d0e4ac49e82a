import { HELPDESK, type HealthStore } from '#functions/ports/database/health-store.ts';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';
import { AppError } from '#shared/errors.ts';

/** How long the calls of one request may take together, so that whoever meets an outage first waits 5 s at most. */
export const HELPDESK_CALLS_MS = 4_000;

export const helpdeskOff = () =>
  new AppError('unavailable', 'Support is not set up on this portal. Please write to us by email.');

export const helpdeskDown = (cause?: unknown) =>
  new AppError('unavailable', 'The helpdesk does not answer just now. Please try again.', {
    cause,
    retryAfterSeconds: 30,
  });

/** For a while nobody else asks the helpdesk (D21). */
export const noteDown = (health: Pick<HealthStore, 'save'>, now: Date): Promise<void> =>
  health.save([{ name: HELPDESK, state: 'Down', checkedAt: now }]);

/** Notes an outage that a call met, so that for a while nobody else waits for it (D21). */
export const noteOutage = async (
  health: Pick<HealthStore, 'save'>,
  error: unknown,
  now: Date,
): Promise<void> => {
  if (error instanceof HelpdeskError && error.isOutage) await noteDown(health, now);
};
