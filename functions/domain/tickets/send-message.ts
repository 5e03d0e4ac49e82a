import * as z from 'zod';
import { type HeldJob, PostponedError } from '#functions/domain/jobs/job-worker.ts';
import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import { helpdeskCalls } from './helpdesk-budget.ts';
import { callAbout, helpdeskDown, helpdeskOff } from './helpdesk-outage.ts';
import {
  type MessageAttempt,
  makeMessageAttempt,
  type SendPorts,
  type SentMessage,
} from './message-attempt.ts';
import { deliverReply, finishReply, parentFailed } from './reply-delivery.ts';
import { deliverTicket } from './ticket-delivery.ts';

const payload = z.object({ messageId: z.number() });

const deliver = (attempt: MessageAttempt): Promise<SentMessage> => {
  const { text, ticketId } = attempt.message;
  if (text?.kind === 'ticket') {
    return deliverTicket(attempt, text.payload);
  }
  if (ticketId === null) {
    throw parentFailed();
  }

  return text ? deliverReply(attempt, ticketId, text.payload.body) : finishReply(attempt, ticketId);
};

/** A try finds the contact or ticket of its message, and sends it. */
const CALLS_OF_TRY = helpdeskCalls(2);

/**
 * Begins a try and counts it in the minute's writes of its client and in the calls of all. A try that is not sent is
 * counted in neither.
 */
const startTry = async ({ database, supportSettings }: SendPorts, job: HeldJob, messageId: number) => {
  const limit = supportSettings.shares.writesPerMinute;
  const ofClient = { name: `helpdesk writes of user ${job.lane}`, limit, windowSeconds: 60 };
  const { now } = job.held();
  const take = async (bucket: ThrottleBucket) => ({
    bucket,
    until: await database.throttle.take(bucket, now),
  });
  const [begun, ...taken] = await Promise.all([
    database.messages.begin(job.held(), messageId),
    take(CALLS_OF_TRY),
    take(ofClient),
  ]);
  const blockedUntil = taken.find(({ until }) => until)?.until;
  const isDue = begun !== undefined && !begun.isBehind && !begun.isHelpdeskDown;
  if (!isDue || blockedUntil) {
    const unused = taken.filter(({ until }) => !until);
    await Promise.all(unused.map(({ bucket }) => database.throttle.giveBack(bucket)));
  }

  return { message: job.stillHeld(begun), blockedUntil };
};

/** Sends the message of a job that the caller holds. The caller is the request that stored the message, or a worker. */
export const sendMessage = async (ports: SendPorts, job: HeldJob): Promise<SentMessage> => {
  const { helpdesk, database } = ports;
  if (!helpdesk) {
    throw helpdeskOff();
  }

  const { messageId } = payload.parse(job.payload);
  const { message, blockedUntil } = await startTry(ports, job, messageId);
  if (message.isBehind) {
    throw new PostponedError('An earlier message of the client goes first', null);
  }
  if (message.isHelpdeskDown) {
    throw helpdeskDown();
  }

  const attempt = makeMessageAttempt(ports, helpdesk, job, message);
  const object = { kind: 'message', id: messageId, isSuspect: message.isHelpdeskSuspect } as const;
  try {
    if (blockedUntil) {
      throw new PostponedError('The calls of this minute are used up', blockedUntil);
    }

    return await callAbout({ database, helpdesk }, object, job.held().now, () => deliver(attempt));
  } catch (error) {
    if (!attempt.mayBeThere()) {
      await database.messages.clearUncertain(job.held(), messageId);
    }
    throw error;
  }
};
