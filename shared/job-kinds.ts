import type { Capability } from './contract/route.ts';

interface JobKindRules {
  /** The screen's word for it. */
  label: string;
  /** The tab of the client's detail that shows what it works on; undefined is the first. */
  clientTab: 'services' | 'invoices' | undefined;
  /** What a job says of itself when its last worker could not say anything. */
  givenUp: string;
  /** How long a worker holds a job: as long as its Lambda may run. */
  leaseSeconds: number;
  /** The capability to send a job of this kind and no other. */
  sender: Capability;
  /** Each queue has a dead-letter queue beside it. */
  queue: {
    visibilityTimeoutSeconds: number;
    /** A job counts its own tries; this bound only catches what never reached that counter. */
    maxReceiveCount: number;
    maxConcurrency: number;
  };
}

/** The kinds of jobs: each has a queue of its own, and its worker is `functions/jobs/<kind>.ts`. */
export const jobKinds = {
  'invoice-pdf': {
    label: 'Invoice PDF',
    clientTab: 'invoices',
    givenUp: 'The PDF could not be made after several tries.',
    leaseSeconds: 30,
    sender: 'invoicePdfQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 10, maxConcurrency: 5 },
  },
  'helpdesk-message': {
    label: 'Message to the helpdesk',
    clientTab: undefined,
    givenUp: 'The message could not be sent after several tries.',
    leaseSeconds: 30,
    sender: 'helpdeskMessageQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 10, maxConcurrency: 2 },
  },
  'helpdesk-contact': {
    label: 'Contact at the helpdesk',
    clientTab: undefined,
    givenUp: 'The contact could not be brought in line after several tries.',
    leaseSeconds: 30,
    sender: 'helpdeskContactQueue',
    queue: { visibilityTimeoutSeconds: 35, maxReceiveCount: 10, maxConcurrency: 2 },
  },
} as const satisfies Record<string, JobKindRules>;

export type JobKind = keyof typeof jobKinds;

export const JOB_KINDS = Object.keys(jobKinds) as JobKind[];

/** A record with something for each kind. */
export const ofEachKind = <Value>(make: (kind: JobKind) => Value): Record<JobKind, Value> =>
  Object.fromEntries(JOB_KINDS.map((kind) => [kind, make(kind)])) as Record<JobKind, Value>;

const settingOf = (kind: JobKind) => kind.toUpperCase().replaceAll('-', '_');

/** The names of the settings that lead to a kind's queues. */
export const queueUrlSetting = (kind: JobKind): string => `${settingOf(kind)}_QUEUE_URL`;
export const deadLettersUrlSetting = (kind: JobKind): string => `${settingOf(kind)}_DEAD_LETTERS_URL`;
