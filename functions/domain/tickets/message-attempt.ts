import type { HeldJob } from '#functions/domain/jobs/job-worker.ts';
import type { HealthStore } from '#functions/ports/database/system/health-store.ts';
import type { ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import type { HelpdeskCopyStore } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import type {
  Delivery,
  MessageStore,
  MessageToSend,
} from '#functions/ports/database/tickets/message-store.ts';
import {
  type Helpdesk,
  type HelpdeskEntry,
  HelpdeskError,
  type HelpdeskTicket,
} from '#functions/ports/helpdesk.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import { cleanEntries, cleanTicket } from './copied-html.ts';

export interface SendPorts {
  database: {
    messages: MessageStore;
    helpdeskCopy: Pick<HelpdeskCopyStore, 'keepTickets' | 'listGroups'>;
    throttle: Pick<ThrottleStore, 'take' | 'giveBack'>;
    health: Pick<HealthStore, 'save'>;
    transaction<T>(run: (database: { messages: MessageStore }) => Promise<T>): Promise<T>;
  };
  supportSettings: Pick<SupportSettings, 'isOn' | 'shares'>;
  helpdesk: Helpdesk | undefined;
}

/** A message that is at the helpdesk, as the ticket or reply that it became there. */
export interface SentMessage {
  ticket?: HelpdeskTicket;
  reply?: { entry: HelpdeskEntry; ticketId: number };
  /** True if another message of the client waits behind it. */
  hasNext: boolean;
  /** True if its job has to run once more. */
  hasRest: boolean;
}

const isCertain = (error: unknown) => error instanceof HelpdeskError && error.outcome !== 'uncertain';

/** One try to send a message. */
export const makeMessageAttempt = (
  ports: SendPorts,
  helpdesk: Helpdesk,
  job: HeldJob,
  message: MessageToSend,
) => {
  let mayBeThere = message.uncertainSince !== null;

  return {
    ports,
    helpdesk,
    job,
    message,
    /** Makes the call that sends the message. Unless its failure is certain, the message may be at the helpdesk. */
    callOnce: async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
      const mightBeThere = mayBeThere;
      mayBeThere = true;
      try {
        return await call();
      } catch (error) {
        if (isCertain(error)) {
          mayBeThere = mightBeThere;
        }
        throw error;
      }
    },
    mayBeThere: () => mayBeThere,
  };
};

export type MessageAttempt = ReturnType<typeof makeMessageAttempt>;

export const refusesContact = (error: unknown) =>
  error instanceof HelpdeskError && error.outcome === 'refused' && error.refusedFields.includes('contactId');

/** Returns the oldest candidate that is not already stored as another of our messages. */
export const findUnkept = async <Found extends { id: number }>(
  { ports, message }: MessageAttempt,
  kind: 'ticket' | 'reply',
  candidates: readonly Found[],
): Promise<Found | undefined> => {
  if (candidates.length === 0) {
    return undefined;
  }

  const kept = await ports.database.messages.listKept(
    kind,
    candidates.map(({ id }) => id),
    message.messageId,
  );

  return candidates.filter(({ id }) => !kept.includes(id)).toSorted((a, b) => a.id - b.id)[0];
};

/** Stores the ticket or reply that the message became. */
export const keepDelivery = async (
  { ports, job, message }: MessageAttempt,
  delivery: Omit<Delivery, 'messageId'>,
): Promise<{ hasNext: boolean }> =>
  job.stillHeld(
    await ports.database.messages.deliver(job.held(), {
      ...delivery,
      messageId: message.messageId,
      ticket: cleanTicket(delivery.ticket),
      entry: delivery.entry && cleanEntries([delivery.entry], delivery.ticket.id)[0],
    }),
  );
