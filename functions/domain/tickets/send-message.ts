import * as z from 'zod';
import { type HeldJob, PostponedError } from '#functions/domain/jobs/job-worker.ts';
import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import { callAbout, helpdeskDown, helpdeskOff } from './helpdesk-outage.ts';
import { writesOfAll } from './helpdesk-shares.ts';
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

/** Part of all writes that one client may use, so that a few who write without pause leave some for the others. */
const CLIENTS_PART = 1 / 5;

/**
 * Begins a try and counts it in the minute's writes of its client and of all clients. A try that is not sent is counted
 * in neither.
 */
const startTry = async ({ database, supportSettings }: SendPorts, job: HeldJob, messageId: number) => {
  const limit = supportSettings.writesPerMinute;
  const ofAll = writesOfAll(supportSettings);
  const ofClient = {
    ...ofAll,
    name: `helpdesk writes of user ${job.lane}`,
    limit: Math.max(Math.floor(limit * CLIENTS_PART), 1),
  };
  const { now } = job.held();
  const take = async (bucket: ThrottleBucket) => ({
    bucket,
    until: await database.throttle.take(bucket, now),
  });
  const [begun, ...taken] = await Promise.all([
    database.messages.begin(job.held(), messageId),
    take(ofAll),
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
      throw new PostponedError('The writes of this minute are used up', blockedUntil);
    }

    return await callAbout({ database, helpdesk }, object, job.held().now, () => deliver(attempt));
  } catch (error) {
    if (!attempt.mayBeThere()) {
      await database.messages.clearUncertain(job.held(), messageId);
    }
    throw error;
  }
};
