import * as z from 'zod';
import type { Capability } from './contract/route.ts';
import type { EventQueue } from './event-queues.ts';
import type { JobKind } from './job-kinds.ts';

/**
 * The messages of a kind's queue, a vendor's events, a fixed rate (an EventBridge Scheduler expression), or each
 * deployment.
 */
export type Trigger =
  | { queue: JobKind }
  | { events: EventQueue }
  | { schedule: `rate(${string})` }
  | 'deployment';

interface Task {
  summary: string;
  trigger: Trigger;
  uses: readonly Capability[];
  memoryMegabytes: number;
  timeoutSeconds: number;
}

/** The content of a message in a kind's queue: the key of the job to work on. */
export const jobMessage = z.object({ key: z.string().min(1) });
export type JobMessage = z.infer<typeof jobMessage>;

/** The Lambdas that no route calls; each is `functions/tasks/<name>.ts`. */
export const tasks = {
  migrate: {
    summary: 'Bring the database schema up to date and set up the application role',
    trigger: 'deployment',
    uses: ['databaseOwner'],
    memoryMegabytes: 512,
    // Building an index on a long table takes minutes.
    timeoutSeconds: 900,
  },
  'invoice-pdf': {
    summary: 'Turn an invoice into a PDF and store it on the shared drive',
    trigger: { queue: 'invoice-pdf' },
    uses: ['database', 'invoiceFiles', 'pdfPrinter', 'mailSettings', 'businessMailQueue', 'invoicePdfQueue'],
    memoryMegabytes: 2048,
    timeoutSeconds: 30,
  },
  'helpdesk-message': {
    summary: 'Send to the helpdesk what a client wrote while it was out of reach',
    trigger: { queue: 'helpdesk-message' },
    uses: ['database', 'transactions', 'helpdesk', 'supportSettings', 'helpdeskMessageQueue'],
    memoryMegabytes: 512,
    timeoutSeconds: 30,
  },
  'helpdesk-contact': {
    summary: 'Bring the contact at the helpdesk in line with its account, or delete it with its account',
    trigger: { queue: 'helpdesk-contact' },
    uses: ['database', 'helpdesk', 'supportSettings'],
    memoryMegabytes: 512,
    timeoutSeconds: 30,
  },
  'account-mail': {
    summary: 'Send a mail about an account: a link, or a notice',
    trigger: { queue: 'account-mail' },
    uses: ['database', 'transactions', 'sessionTokens', 'accountMailer', 'mailPace', 'provider'],
    memoryMegabytes: 512,
    timeoutSeconds: 30,
  },
  'business-mail': {
    summary: 'Send a mail about an invoice, a payment or a ticket, a statement, or an invitation',
    trigger: { queue: 'business-mail' },
    uses: [
      'database',
      'transactions',
      'invoiceFiles',
      'businessMailer',
      'businessMailQueue',
      'mailPace',
      'supplier',
    ],
    memoryMegabytes: 512,
    timeoutSeconds: 30,
  },
  'bank-booking': {
    summary: "Book the certain lines of a bank's file that an administrator ordered",
    trigger: { queue: 'bank-booking' },
    uses: ['database', 'transactions', 'mailSettings', 'bankBookingQueue'],
    memoryMegabytes: 512,
    timeoutSeconds: 30,
  },
  'billing-run': {
    summary: 'Issue the invoices of a billing run, a portion of clients in a transaction',
    trigger: { queue: 'billing-run' },
    uses: ['database', 'transactions', 'supplier', 'mailSettings', 'billingRunQueue', 'invoicePdfQueue'],
    memoryMegabytes: 512,
    timeoutSeconds: 30,
  },
  'service-ends': {
    summary: 'Make services inactive on the day after their last one',
    trigger: { schedule: 'rate(1 minute)' },
    uses: ['database'],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
  },
  'mail-events': {
    summary: 'Note what became of a mail: delivered, bounced or complained about',
    trigger: { events: 'mail-events' },
    uses: ['database', 'transactions'],
    memoryMegabytes: 512,
    timeoutSeconds: 30,
  },
  'helpdesk-copy': {
    summary: 'Copy tickets and groups from the helpdesk',
    trigger: { schedule: 'rate(1 minute)' },
    uses: ['database', 'transactions', 'helpdesk', 'helpdeskMessageQueue', 'mailSettings'],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
  },
  'job-sweep': {
    summary: 'Send jobs that are due again or whose message was lost, and mark failed what died',
    trigger: { schedule: 'rate(1 minute)' },
    uses: ['database', 'jobQueues', 'deadLetters'],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
  },
  'health-check': {
    summary: 'Check database, cloud drive, queues, helpdesk and mail for the dashboard',
    trigger: { schedule: 'rate(5 minutes)' },
    uses: ['database', 'invoiceFiles', 'queueChecks', 'helpdesk', 'mailAccount'],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
  },
  'ledger-check': {
    summary: 'Check that balances, items, entries and allocations agree',
    trigger: { schedule: 'rate(1 day)' },
    uses: ['database'],
    memoryMegabytes: 512,
    timeoutSeconds: 300,
  },
  canary: {
    summary: 'Sign in from outside, to see that the portal answers',
    trigger: { schedule: 'rate(5 minutes)' },
    uses: ['database', 'passwords', 'canary'],
    // argon2 uses all of the processor, and Lambda allots the processor by memory.
    memoryMegabytes: 1024,
    timeoutSeconds: 60,
  },
  'region-copy': {
    summary: "Copy the database's last backup to another region, and delete copies that outlived their time",
    trigger: { schedule: 'rate(1 hour)' },
    uses: ['regionCopies'],
    memoryMegabytes: 512,
    timeoutSeconds: 60,
  },
  purge: {
    summary:
      'Delete what has outlived its time: retained invoices with their PDFs, ledgers of deleted clients, old lines of the bank, sessions, kept answers, counters, activities',
    trigger: { schedule: 'rate(1 day)' },
    uses: ['database', 'invoiceFiles'],
    memoryMegabytes: 512,
    timeoutSeconds: 300,
  },
} as const satisfies Record<string, Task>;

const UNIT_SECONDS: Record<string, number> = { minute: 60, hour: 3600, day: 86_400 };

/**
 * Returns the seconds between two runs; throws for a rate that EventBridge Scheduler would refuse.
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

export type TaskName = keyof typeof tasks;
export type TaskUsesOf<Name extends TaskName> = (typeof tasks)[Name]['uses'][number];
