import { HELPDESK, type HealthStore } from '#functions/ports/database/system/health-store.ts';
import type { ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import type { OwnTicket } from '#functions/ports/database/tickets/conversation-store.ts';
import {
  HELPDESK_FAULTS,
  type HelpdeskObjectKind,
  helpdeskFaultOf,
} from '#functions/ports/database/tickets/helpdesk-faults.ts';
import { type Helpdesk, HelpdeskError } from '#functions/ports/helpdesk.ts';
import { AppError, secondsUntil } from '#shared/errors.ts';

/** Time limit of all helpdesk calls of one request, so that the first client who meets an outage waits at most 5 s. */
export const HELPDESK_CALLS_MS = 4_000;

/** The agent's record, which shows if the helpdesk answers at all, is read once in 10 s for all requests. */
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

/** Returns why the helpdesk must not be called now, if it must not: it is down, or no call is left for anybody. */
export const whyNotToCall = (
  { isHelpdeskDown, helpdeskBusyUntil }: Pick<OwnTicket, 'isHelpdeskDown' | 'helpdeskBusyUntil'>,
  now: Date,
): HelpdeskError | undefined => {
  if (isHelpdeskDown) {
    return helpdeskDown();
  }

  return helpdeskBusyUntil
    ? new HelpdeskError('unavailable', 'The helpdesk is busy just now. Please try again in a moment.', {
        outcome: 'not-done',
        retryAfterSeconds: secondsUntil(helpdeskBusyUntil, now),
        cause: undefined,
      })
    : undefined;
};

/**
 * Returns the progress that a job stores after a fault. A job that met an outage continues as soon as the helpdesk
 * answers again.
 */
export const progressAfter = (error: unknown) =>
  error instanceof HelpdeskDownError || (error instanceof HelpdeskError && error.isUnanswered)
    ? { metOutage: true }
    : null;

const isHelpdeskOutage = (error: unknown) => error instanceof HelpdeskError && error.isOutage;

/** Notes that the helpdesk is down, so that for a while no other request calls it (D21). */
export const noteDown = (health: Pick<HealthStore, 'save'>, now: Date): Promise<void> =>
  health.save([{ name: HELPDESK, state: 'Down', checkedAt: now }]);

/**
 * Notes an outage met by a call that is not about a single object, so that for a while nobody waits for the helpdesk
 * (D21).
 */
export const noteOutage = async (
  health: Pick<HealthStore, 'save'>,
  error: unknown,
  now: Date,
): Promise<void> => {
  if (isHelpdeskOutage(error)) {
    await noteDown(health, now);
  }
};

export interface OutagePorts {
  database: { throttle: Pick<ThrottleStore, 'take'>; health: Pick<HealthStore, 'save'> };
  helpdesk: Pick<Helpdesk, 'check'>;
}

/** True if reading the agent's own record meets an outage; false if it was read in the last 10 s. */
const meetsOutage = async ({ database, helpdesk }: OutagePorts, now: Date): Promise<boolean> => {
  if (await database.throttle.take(AGENT_RECORD, now)) {
    return false;
  }

  return helpdesk.check().then(() => false, isHelpdeskOutage);
};

/** The object that calls are about. It is suspect if another object met a fault in the last minute. */
interface HelpdeskObject {
  kind: HelpdeskObjectKind;
  id: number;
  isSuspect: boolean;
}

/** Counts a fault of one object, so that the next call about another object also reads the agent's record. */
const noteFault = ({ throttle }: OutagePorts['database'], { kind, id }: HelpdeskObject, now: Date) =>
  Promise.all([
    throttle.take(HELPDESK_FAULTS, now),
    throttle.take({ ...HELPDESK_FAULTS, name: `${helpdeskFaultOf(kind)}${id}` }, now),
  ]);

/**
 * Runs calls about one object, such as a ticket. A fault of one object alone says nothing about the helpdesk (D21). If
 * another object met a fault in the last minute, the agent's record is read in parallel, and its answer decides.
 */
export const callAbout = async <Answer>(
  ports: OutagePorts,
  object: HelpdeskObject,
  now: Date,
  call: () => Promise<Answer>,
): Promise<Answer> => {
  // Wait for both whatever the call's end: Lambda freezes work that is still running after the answer.
  const [called, outage] = await Promise.allSettled([call(), object.isSuspect && meetsOutage(ports, now)]);
  if (called.status === 'fulfilled') {
    return called.value;
  }

  const error = called.reason;
  if (!isHelpdeskOutage(error)) {
    throw error;
  }
  if (outage.status === 'rejected') {
    throw outage.reason;
  }
  if (outage.value) {
    await noteDown(ports.database.health, now);
    throw helpdeskDown(error);
  }
  await noteFault(ports.database, object, now);
  throw error;
};
