import * as z from 'zod';
import type { Capability } from './contract/route.ts';

interface Job {
  summary: string;
  /** A queue's messages, a fixed rate (an EventBridge Scheduler expression), or each deployment. */
  trigger: { queue: QueueName } | { schedule: `rate(${string})` } | 'deployment';
  uses: readonly Capability[];
  memoryMegabytes: number;
  timeoutSeconds: number;
}

interface Queue {
  visibilityTimeoutSeconds: number;
  /** The invoice job counts its own tries; this bound only catches what never reached that counter. */
  maxReceiveCount: number;
  maxConcurrency: number;
}

/** Each queue has a dead-letter queue beside it. */
export const queues = {
  'invoice-pdf': { visibilityTimeoutSeconds: 35, maxReceiveCount: 10, maxConcurrency: 5 },
} as const satisfies Record<string, Queue>;

/** What a message of the queue invoice-pdf says. */
export const invoiceMessage = z.object({ invoiceId: z.number().int().positive() });

export type QueueName = keyof typeof queues;

/** The Lambdas that no route calls; each is `functions/jobs/<name>.ts`. */
export const jobs = {
  migrate: {
    summary: 'Bring the database schema up to date and set up the application role',
    trigger: 'deployment',
    uses: ['databaseOwner'],
    memoryMegabytes: 512,
    timeoutSeconds: 300,
  },
  'invoice-pdf': {
    summary: 'Turn an invoice into a PDF and store it on the shared drive',
    trigger: { queue: 'invoice-pdf' },
    uses: ['database', 'invoiceFiles', 'pdfPrinter'],
    memoryMegabytes: 2048,
    timeoutSeconds: 30,
  },
  'invoice-sweep': {
    summary: 'Send invoice jobs that were never sent, and mark failed what died',
    trigger: { schedule: 'rate(1 minute)' },
    uses: ['database', 'invoiceQueue', 'invoiceDeadLetters'],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
  },
  'health-check': {
    summary: 'Check database, cloud drive and queue for the dashboard',
    trigger: { schedule: 'rate(5 minutes)' },
    uses: ['database', 'invoiceFiles', 'invoiceQueue'],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
  },
  purge: {
    summary:
      'Delete what has outlived its time: retained invoices with their PDFs, sessions, kept answers, counters',
    trigger: { schedule: 'rate(1 day)' },
    uses: ['database', 'invoiceFiles'],
    memoryMegabytes: 512,
    timeoutSeconds: 300,
  },
} as const satisfies Record<string, Job>;

const UNIT_SECONDS: Record<string, number> = { minute: 60, hour: 3600, day: 86_400 };

/**
 * Seconds between two runs; throws for a rate that EventBridge Scheduler would not take.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#rate-based
 */
export const readRateSeconds = (schedule: string): number => {
  const [, count = '', unit = '', plural] = /^rate\(([1-9]\d*) (minute|hour|day)(s?)\)$/.exec(schedule) ?? [];
  const unitSeconds = UNIT_SECONDS[unit];
  if (!unitSeconds || (count === '1') !== (plural === '')) {
    throw new Error(`'${schedule}' is not a rate such as 'rate(1 minute)' or 'rate(5 minutes)'.`);
  }

  return Number(count) * unitSeconds;
};

export type JobName = keyof typeof jobs;
export type JobUsesOf<Name extends JobName> = (typeof jobs)[Name]['uses'][number];
