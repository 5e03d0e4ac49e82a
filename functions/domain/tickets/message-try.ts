import type { HeldJob } from '#functions/domain/jobs/job-worker.ts';
import type { HealthStore } from '#functions/ports/database/health-store.ts';
import type { HelpdeskCopyStore } from '#functions/ports/database/helpdesk-copy-store.ts';
import type { JobStore } from '#functions/ports/database/job-store.ts';
import type { MessageStore, MessageToSend } from '#functions/ports/database/message-store.ts';
import type { ThrottleStore } from '#functions/ports/database/throttle-store.ts';
import {
  type Helpdesk,
  type HelpdeskEntry,
  HelpdeskError,
  type HelpdeskTicket,
} from '#functions/ports/helpdesk.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';

export interface DeliveryPorts {
  database: {
    messages: MessageStore;
    jobs: Pick<JobStore, 'claim' | 'release' | 'markSent' | 'takeNextInLane'>;
    helpdeskCopy: Pick<HelpdeskCopyStore, 'keepTickets' | 'listGroups'>;
    throttle: Pick<ThrottleStore, 'take'>;
    health: Pick<HealthStore, 'save'>;
  };
  supportSettings: Pick<SupportSettings, 'isOn' | 'shares' | 'writesPerMinute'>;
  helpdesk: Helpdesk | undefined;
  helpdeskMessageQueue: JobSender;
}

/** What came of a try; `hasNext` until it is known that no message of the client waits behind this one. */
export interface Delivered {
  userId?: number;
  hasNext: boolean;
  ticket?: HelpdeskTicket;
  reply?: { entry: HelpdeskEntry; ticketId: number };
}

/** One try, with what it needs to say whether it may have sent something. */
export interface Try {
  ports: DeliveryPorts;
  helpdesk: Helpdesk;
  job: HeldJob;
  message: MessageToSend;
  /** Runs the call that sends the message: what it fails with is certain, or the message stays uncertain. */
  write<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  delivered: Delivered;
}

export const refusesContact = (error: unknown) =>
  error instanceof HelpdeskError && error.outcome === 'refused' && error.refusedFields.includes('contactId');

export const ensureContact = async (
  { ports, helpdesk, message: { client } }: Try,
  known: number | null,
): Promise<number> => {
  const contactId = await helpdesk.ensureContact(client);
  await ports.database.messages.keepContact(client.userId, contactId, known);

  return contactId;
};

/** The oldest of these that no other message of ours was taken for. */
export const findUnkept = async <Found extends { id: number }>(
  { ports, message }: Try,
  kind: 'ticket' | 'reply',
  candidates: readonly Found[],
): Promise<Found | undefined> => {
  if (candidates.length === 0) return undefined;

  const kept = await ports.database.messages.listKept(
    kind,
    candidates.map(({ id }) => id),
    message.messageId,
  );

  return candidates.filter(({ id }) => !kept.includes(id)).toSorted((a, b) => a.id - b.id)[0];
};
