import * as z from 'zod';
import { type HeldJob, PostponedError } from '#functions/domain/jobs/job-worker.ts';
import { helpdeskDown, helpdeskOff, noteOutage } from './helpdesk-outage.ts';
import { type Attempt, makeAttempt, type SendPorts, type SentMessage } from './message-attempt.ts';
import { deliverReply, finishReply, parentFailed } from './reply-delivery.ts';
import { deliverTicket } from './ticket-delivery.ts';

const MINUTE_SECONDS = 60;

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
