import type { Capability } from './contract/route.ts';
import type { EventQueue, QueueRules } from './event-queues.ts';

interface JobKindRules {
  /** The screens' name for it. */
  label: string;
  /** The tab of the client's detail that shows the record on which the job works; undefined is the first. */
  clientTab: 'services' | 'invoices' | undefined;
  /** The error of a job whose last worker could not store one. */
  givenUp: string;
  /** Time for which a worker holds a job: as long as its Lambda may run. */
  leaseSeconds: number;
  /** The capability to send a job of this kind and no other. */
  sender: Capability;
  /** Each queue also has a dead-letter queue. */
  queue: QueueRules;
}

/** The kinds of jobs. Each has its own queue, and its worker is `functions/tasks/<kind>.ts`. */
export const jobKinds = {
  'invoice-pdf': {
    label: 'Invoice PDF',
    clientTab: 'invoices',
    givenUp: 'The PDF could not be made after several tries.',
    leaseSeconds: 30,
    sender: 'invoicePdfQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 50, maxConcurrency: 5 },
  },
  'helpdesk-message': {
    label: 'Message to the helpdesk',
    clientTab: undefined,
    givenUp: 'The message could not be sent after several tries.',
    leaseSeconds: 30,
    sender: 'helpdeskMessageQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 50, maxConcurrency: 2 },
  },
  'helpdesk-contact': {
    label: 'Contact at the helpdesk',
    clientTab: undefined,
    givenUp: 'The contact could not be brought in line after several tries.',
    leaseSeconds: 30,
    sender: 'helpdeskContactQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 50, maxConcurrency: 2 },
  },
  'account-mail': {
    label: 'Account mail',
    clientTab: undefined,
    givenUp: 'The mail could not be sent in time.',
    leaseSeconds: 30,
    sender: 'accountMailQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 50, maxConcurrency: 5 },
  },
  'business-mail': {
    label: 'Business mail',
    clientTab: undefined,
    givenUp: 'The mail could not be sent after several tries.',
    leaseSeconds: 30,
    sender: 'businessMailQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 50, maxConcurrency: 10 },
  },
  'bank-booking': {
    label: 'Booking of bank lines',
    clientTab: undefined,
    givenUp: 'The lines could not be booked after several tries.',
    leaseSeconds: 30,
    sender: 'bankBookingQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 50, maxConcurrency: 2 },
  },
  'billing-run': {
    label: 'Billing run',
    clientTab: undefined,
    givenUp: 'The invoices could not be issued after several tries.',
    leaseSeconds: 30,
    sender: 'billingRunQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 50, maxConcurrency: 2 },
  },
} as const satisfies Record<string, JobKindRules>;

export type JobKind = keyof typeof jobKinds;

export const JOB_KINDS = Object.keys(jobKinds) as JobKind[];

/** Makes a record with a value for each kind. */
export const ofEachKind = <Value>(make: (kind: JobKind) => Value): Record<JobKind, Value> =>
  Object.fromEntries(JOB_KINDS.map((kind) => [kind, make(kind)])) as Record<JobKind, Value>;

const settingOf = (queue: JobKind | EventQueue) => queue.toUpperCase().replaceAll('-', '_');

/** The setting with which the addresses of all queues begin; empty where the other settings have whole addresses. */
export const QUEUES_URL_SETTING = 'QUEUES_URL';

/** Returns the names of the settings with the rest of the address of a queue, and of a kind's dead letters. */
export const queueUrlSetting = (queue: JobKind | EventQueue): string => `${settingOf(queue)}_QUEUE_URL`;
export const deadLettersUrlSetting = (kind: JobKind): string => `${settingOf(kind)}_DEAD_LETTERS_URL`;
