import {
  HELPDESK_FAULTS,
  type HelpdeskObjectKind,
  helpdeskFaultOf,
  type ThrottleStore,
} from '#functions/ports/database/auth/throttle-store.ts';
import { HELPDESK, type HealthStore } from '#functions/ports/database/system/health-store.ts';
import { type Helpdesk, HelpdeskError } from '#functions/ports/helpdesk.ts';
import { AppError } from '#shared/errors.ts';

/** How long the calls of one request may take together, so that whoever meets an outage first waits 5 s at most. */
export const HELPDESK_CALLS_MS = 4_000;

/** Who asks whether the helpdesk answers at all, asks for all. */
const AGENT_RECORD = { name: 'helpdesk agent record', limit: 1, windowSeconds: 10 };

export const helpdeskOff = () =>
  new AppError('unavailable', 'Support is not set up on this portal. Please write to us by email.');

/** The helpdesk as a whole counts as down. */
export class HelpdeskDownError extends HelpdeskError {}

export const helpdeskDown = (cause?: unknown) =>
  new HelpdeskDownError('unavailable', 'The helpdesk does not answer just now. Please try again.', {
    outcome: 'not-done',
    isOutage: true,
    cause,
    retryAfterSeconds: 30,
  });

/** What a job keeps of its last fault: one that met an outage goes on as soon as the helpdesk answers again. */
export const progressAfter = (error: unknown) =>
  error instanceof HelpdeskDownError || (error instanceof HelpdeskError && error.isUnanswered)
    ? { metOutage: true }
    : null;

const isOutage = (error: unknown) => error instanceof HelpdeskError && error.isOutage;

/** For a while nobody else asks the helpdesk (D21). */
export const noteDown = (health: Pick<HealthStore, 'save'>, now: Date): Promise<void> =>
  health.save([{ name: HELPDESK, state: 'Down', checkedAt: now }]);

/** Notes an outage that a call met that is about no single object, so that for a while nobody waits for it (D21). */
export const noteOutage = async (
  health: Pick<HealthStore, 'save'>,
  error: unknown,
  now: Date,
): Promise<void> => {
  if (isOutage(error)) {
    await noteDown(health, now);
  }
};

export interface OutagePorts {
  database: { throttle: Pick<ThrottleStore, 'take'>; health: Pick<HealthStore, 'save'> };
  helpdesk: Pick<Helpdesk, 'check'>;
}

/** Whether the agent's own record meets an outage; false where it was asked for a moment ago. */
const meetsOutage = async ({ database, helpdesk }: OutagePorts, now: Date): Promise<boolean> => {
  if (await database.throttle.take(AGENT_RECORD, now)) {
    return false;
  }

  return helpdesk.check().then(() => false, isOutage);
};

/** What calls are about, and whether another object met a fault a moment ago. */
interface HelpdeskObject {
  kind: HelpdeskObjectKind;
  id: number;
  isSuspect: boolean;
}

/** The next call about another object asks for the agent's record. */
const noteFault = ({ throttle }: OutagePorts['database'], { kind, id }: HelpdeskObject, now: Date) =>
  Promise.all([
    throttle.take(HELPDESK_FAULTS, now),
    throttle.take({ ...HELPDESK_FAULTS, name: `${helpdeskFaultOf(kind)}${id}` }, now),
  ]);

/**
 * Makes calls about one object, such as a ticket. Its fault alone says nothing of the helpdesk (D21): where another
 * object met one a moment ago, the agent's record is asked for at the same time, and its answer decides.
 */
export const callAbout = async <Answer>(
  ports: OutagePorts,
  object: HelpdeskObject,
  now: Date,
  call: () => Promise<Answer>,
): Promise<Answer> => {
  const outage = object.isSuspect ? meetsOutage(ports, now) : Promise.resolve(false);
  // Where the call succeeds, nobody waits for it.
  outage.catch(() => {});

  try {
    return await call();
  } catch (error) {
    if (!isOutage(error)) {
      throw error;
    }
    if (await outage) {
      await noteDown(ports.database.health, now);
      throw helpdeskDown(error);
    }
    await noteFault(ports.database, object, now);
    throw error;
  }
};
