import * as z from 'zod';
import { isRefusal } from '#functions/domain/jobs/job-tries.ts';
import { type HeldJob, PostponedError, type Work, workOnJob } from '#functions/domain/jobs/job-worker.ts';
import type { JobStore } from '#functions/ports/database/job-store.ts';
import { type Helpdesk, HelpdeskError } from '#functions/ports/helpdesk.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import { AppError } from '#shared/errors.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { helpdeskDown, helpdeskOff, noteOutage } from './helpdesk-outage.ts';
import type { Delivered, DeliveryPorts, Try } from './message-try.ts';
import { finishReply, sendReply } from './reply-sending.ts';
import { sendTicket } from './ticket-sending.ts';

export const MESSAGE_JOB = 'helpdesk-message';
/** A worker's calls end before its lease does. */
const WORKER_CALLS_MS = 20_000;

export const parentFailed = () =>
  new AppError('conflict', 'The ticket of this reply could not be sent to the helpdesk.');

const payload = z.object({ messageId: z.number() });

const isCertain = (error: unknown) => error instanceof HelpdeskError && error.outcome !== 'uncertain';

const send = (sending: Try): Promise<void> => {
  const { text, ticketId } = sending.message;
  if (text?.kind === 'ticket') return sendTicket(sending, text.payload);
  if (ticketId === null) throw parentFailed();

  return text ? sendReply(sending, ticketId, text.payload.body) : finishReply(sending, ticketId);
};

const tryToSend = async (
  ports: DeliveryPorts,
  helpdesk: Helpdesk,
  job: HeldJob,
  delivered: Delivered,
): Promise<void> => {
  const { messages, health } = ports.database;
  const { messageId } = payload.parse(job.payload);
  const writes = {
    name: 'helpdesk writes',
    limit: ports.supportSettings.writesPerMinute,
    windowSeconds: 60,
  };
  const message = job.stillHeld(await messages.begin(job.held(), messageId, writes));
  delivered.userId = message.client.userId;
  if (message.isBehind) throw new PostponedError('An earlier message of the client goes first', null);
  if (message.isHelpdeskDown) throw helpdeskDown();
  if (message.blockedUntil) {
    throw new PostponedError('The writes of this minute are used up', message.blockedUntil);
  }

  let mayBeThere = false;
  const write: Try['write'] = async (call) => {
    mayBeThere = true;
    try {
      return await call();
    } catch (error) {
      if (isCertain(error)) mayBeThere = false;
      throw error;
    }
  };

  try {
    await send({ ports, helpdesk, job, message, write, delivered });
  } catch (error) {
    if (!mayBeThere && message.uncertainSince === null) await messages.clearUncertain(job.held(), messageId);
    await noteOutage(health, error, job.held().now);
    throw error;
  }
};

const FAULT = 'Something went wrong on our side.';

/** How a message is sent, by a request and by a worker alike; `delivered` tells how it ended. */
export const deliver =
  (ports: DeliveryPorts, callsMs: number, delivered: Delivered) =>
  (job: HeldJob): Work => ({
    run: async () => {
      if (!ports.helpdesk) throw helpdeskOff();
      await tryToSend(ports, ports.helpdesk.within(callsMs), job, delivered);
    },
    explain: (error, isGivenUp) => ({
      error:
        isGivenUp && !isRefusal(error)
          ? jobKinds[MESSAGE_JOB].givenUp
          : error instanceof AppError
            ? error.message
            : FAULT,
      progress: null,
    }),
  });

export interface LanePorts {
  database: { jobs: Pick<JobStore, 'takeNextInLane'> };
  helpdeskMessageQueue: JobSender;
}

/** Sends the client's next message to the queue; what fails here is sent by the sweep. */
export const sendNext = async (
  { database, helpdeskMessageQueue }: LanePorts,
  userId: number,
  now: Date,
): Promise<void> => {
  const key = await database.jobs.takeNextInLane(MESSAGE_JOB, String(userId), now);
  if (key !== undefined) await helpdeskMessageQueue.send(key);
};

/** Sends a message that waits. */
export const runHelpdeskMessageJob = async (
  ports: DeliveryPorts,
  key: string,
  clock: () => Date,
): Promise<void> => {
  const delivered: Delivered = { hasNext: true };
  try {
    await workOnJob(
      ports.database.jobs,
      { kind: MESSAGE_JOB, key },
      clock,
      deliver(ports, WORKER_CALLS_MS, delivered),
    );
  } finally {
    if (delivered.userId !== undefined && delivered.hasNext) await sendNext(ports, delivered.userId, clock());
  }
};
