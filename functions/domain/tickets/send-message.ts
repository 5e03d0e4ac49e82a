import * as z from 'zod';
import { type HeldJob, PostponedError } from '#functions/domain/jobs/job-worker.ts';
import { callAbout, helpdeskDown, helpdeskOff } from './helpdesk-outage.ts';
import { type Attempt, makeAttempt, type SendPorts, type SentMessage } from './message-attempt.ts';
import { deliverReply, finishReply, parentFailed } from './reply-delivery.ts';
import { deliverTicket } from './ticket-delivery.ts';

const MINUTE_SECONDS = 60;

const payload = z.object({ messageId: z.number() });

const deliver = (attempt: Attempt): Promise<SentMessage> => {
  const { text, ticketId } = attempt.message;
  if (text?.kind === 'ticket') return deliverTicket(attempt, text.payload);
  if (ticketId === null) throw parentFailed();

  return text ? deliverReply(attempt, ticketId, text.payload.body) : finishReply(attempt, ticketId);
};

/** Begins a try, and takes it from what all clients together may write in a minute unless its turn has not come. */
const beginTry = async ({ database, supportSettings }: SendPorts, job: HeldJob, messageId: number) => {
  const limit = supportSettings.writesPerMinute;
  const writes = { name: 'helpdesk writes', limit, windowSeconds: MINUTE_SECONDS };
  const [begun, blockedUntil] = await Promise.all([
    database.messages.begin(job.held(), messageId),
    database.throttle.take(writes, job.held().now),
  ]);
  const isDue = begun !== undefined && !begun.isBehind && !begun.isHelpdeskDown;
  if (!isDue && !blockedUntil) await database.throttle.giveBack(writes);

  return { message: job.stillHeld(begun), blockedUntil };
};

/** Sends the message of a job that the caller holds: a request for which it was stored, or a worker. */
export const sendMessage = async (ports: SendPorts, job: HeldJob): Promise<SentMessage> => {
  const { helpdesk, database } = ports;
  if (!helpdesk) throw helpdeskOff();

  const { messageId } = payload.parse(job.payload);
  const { message, blockedUntil } = await beginTry(ports, job, messageId);
  if (message.isBehind) throw new PostponedError('An earlier message of the client goes first', null);
  if (message.isHelpdeskDown) throw helpdeskDown();

  const attempt = makeAttempt(ports, helpdesk, job, message);
  const object = { kind: 'message', id: messageId, isSuspect: message.isHelpdeskSuspect } as const;
  try {
    if (blockedUntil) throw new PostponedError('The writes of this minute are used up', blockedUntil);

    return await callAbout({ database, helpdesk }, object, job.held().now, () => deliver(attempt));
  } catch (error) {
    if (!attempt.mayBeThere()) await database.messages.clearUncertain(job.held(), messageId);
    throw error;
  }
};
