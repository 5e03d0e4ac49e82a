import * as z from 'zod';
import { isRefusal } from '#functions/domain/jobs/job-tries.ts';
import { claimJob, type HeldJob, PostponedError, workOnClaimed } from '#functions/domain/jobs/job-worker.ts';
import type { ClaimedJob, JobStore } from '#functions/ports/database/job-store.ts';
import { AppError } from '#shared/errors.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { helpdeskDown, helpdeskOff, noteOutage } from './helpdesk-outage.ts';
import { type Attempt, makeAttempt, type SendPorts, type SentMessage } from './message-attempt.ts';
import { type LanePorts, MESSAGE_JOB, queueNextMessage } from './message-lane.ts';
import { deliverReply, finishReply, parentFailed } from './reply-delivery.ts';
import { deliverTicket } from './ticket-delivery.ts';

/** A worker's calls end before its lease does. */
const WORKER_CALLS_MS = 20_000;
const MINUTE_SECONDS = 60;
const FAULT = 'Something went wrong on our side.';

const payload = z.object({ messageId: z.number() });

/** All clients together may write only so often in a minute. */
const requireWriteLeft = async ({ database, supportSettings }: SendPorts, now: Date): Promise<void> => {
  const limit = supportSettings.writesPerMinute;
  const writes = { name: 'helpdesk writes', limit, windowSeconds: MINUTE_SECONDS };
  const blockedUntil = await database.throttle.take(writes, now);
  if (blockedUntil) throw new PostponedError('The writes of this minute are used up', blockedUntil);
};

const deliver = (attempt: Attempt): Promise<SentMessage> => {
  const { text, ticketId } = attempt.message;
  if (text?.kind === 'ticket') return deliverTicket(attempt, text.payload);
  if (ticketId === null) throw parentFailed();

  return text ? deliverReply(attempt, ticketId, text.payload.body) : finishReply(attempt, ticketId);
};

/** Sends the message of a job that the caller holds: a request for which it was stored, or a worker. */
export const sendMessage = async (ports: SendPorts, job: HeldJob): Promise<SentMessage> => {
  const { helpdesk, database } = ports;
  if (!helpdesk) throw helpdeskOff();

  const { messageId } = payload.parse(job.payload);
  const message = job.stillHeld(await database.messages.begin(job.held(), messageId));
  if (message.isBehind) throw new PostponedError('An earlier message of the client goes first', null);
  if (message.isHelpdeskDown) throw helpdeskDown();

  const attempt = makeAttempt(ports, helpdesk, job, message);
  try {
    await requireWriteLeft(ports, job.held().now);

    return await deliver(attempt);
  } catch (error) {
    if (!attempt.mayBeThere()) await database.messages.clearUncertain(job.held(), messageId);
    await noteOutage(database.health, error, job.held().now);
    throw error;
  }
};

/** What a job says of a try that failed. */
const explain = (error: unknown, isGivenUp: boolean) => {
  const isLasting = isGivenUp && !isRefusal(error);
  const sentence = error instanceof AppError ? error.message : FAULT;

  return { error: isLasting ? jobKinds[MESSAGE_JOB].givenUp : sentence, progress: null };
};

interface JobPorts extends SendPorts {
  database: SendPorts['database'] & { jobs: Pick<JobStore, 'release'> };
}

/** Tries the claimed job of a message; undefined if its turn has not come or another worker has taken it. */
export const tryMessageJob = (
  ports: JobPorts,
  claimed: ClaimedJob,
  callsMs: number,
  clock: () => Date,
): Promise<SentMessage | undefined> => {
  const helpdesk = ports.helpdesk?.within(callsMs);

  return workOnClaimed(ports.database.jobs, MESSAGE_JOB, claimed, clock, (job) => ({
    run: () => sendMessage({ ...ports, helpdesk }, job),
    explain,
  }));
};

/** Does the job of a message that waits, and then lets the client's next one go. */
export const runHelpdeskMessageJob = async (
  ports: JobPorts & LanePorts & { database: { jobs: Pick<JobStore, 'claim'> } },
  key: string,
  clock: () => Date,
): Promise<void> => {
  const claimed = await claimJob(ports.database.jobs, { kind: MESSAGE_JOB, key }, clock);
  if (!claimed) return;

  let hasNext = true;
  try {
    const sent = await tryMessageJob(ports, claimed, WORKER_CALLS_MS, clock);
    hasNext = sent?.hasNext ?? true;
  } finally {
    if (hasNext) await queueNextMessage(ports, Number(claimed.lane), clock());
  }
};
