import * as z from 'zod';
import { makeInvoice, toTerms } from '#functions/domain/invoices/create-invoice.ts';
import { isOfClosing, isRefusal, nextTry } from '#functions/domain/jobs/job-tries.ts';
import { claimJob, type HeldJob, PostponedError, workOnClaimed } from '#functions/domain/jobs/job-worker.ts';
import { sendNextInLane } from '#functions/domain/jobs/next-in-lane.ts';
import type {
  DecidedLine,
  WorkedLine,
  WorkedRun,
} from '#functions/ports/database/billing-runs/billing-work-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { NewInvoice } from '#functions/ports/database/invoices/invoice-store.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import { laneOfRun, lanesOfRun } from '#shared/billing/run-lanes.ts';
import { INVOICE_LINES_MAX } from '#shared/billing/run-words.ts';
import { dayAfter, yearOf } from '#shared/dates.ts';
import { AppError, findAppError } from '#shared/errors.ts';
import { type Seller, type Supplier, supplierOn } from '#shared/invoices/issued-invoice.ts';
import { queueNextRun, RUN_JOB } from './run-queue.ts';

/** Clients and lines of one transaction (D67). */
const CLIENTS_AT_ONCE = 50;
const LINES_AT_ONCE = 500;
/** Lines of one client in a transaction: whole invoices, of which the rest wait for the next. */
const LINES_OF_CLIENT = 5 * INVOICE_LINES_MAX;
/** Longer than a transaction takes, unless it waits for a lock. */
const PORTION_MS = 10_000;

const payload = z.object({ runId: z.number() });

export interface BillingJobPorts {
  database: DatabaseOf<'billingWork' | 'invoices' | 'jobs'>;
  supplier: Seller;
  mailSettings: MailSettings;
  billingRunQueue: JobSender;
  invoicePdfQueue: JobSender;
}

interface JobRun {
  clock: () => Date;
  timeLeftMs: () => number;
  /** Adds to the task's log line what is committed. */
  log: (line: Pick<RequestNote, 'billingRun'>) => void;
}

/** An invoice of a run, with the lines that it bills. */
interface PlannedInvoice {
  invoice: NewInvoice;
  lines: readonly WorkedLine[];
}

const leaveOut = (
  { lineId, billedOn }: WorkedLine,
  reason: DecidedLine['reason'],
  note: string | null = null,
): DecidedLine => ({ lineId, invoiceId: billedOn, reason, note });

const toLine = ({ serviceId, from, to, priceCents, amountCents, description }: WorkedLine) => ({
  description,
  unitCents: amountCents,
  quantity: 1,
  amountCents,
  bills: { serviceId, from, to, isRepeat: false, priceCents },
});

const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/**
 * Plans the invoices of clients, in their order. What the law requires of one invoice of a client is required for all,
 * because a missing detail leaves out all lines of the client.
 */
const planInvoices = (runId: number, supplier: Supplier, lines: readonly WorkedLine[]): PlannedInvoice[] =>
  [...Map.groupBy(lines, ({ userId }) => userId)].flatMap(([userId, ofClient]) => {
    const planned = chunk(ofClient, INVOICE_LINES_MAX).map((part) => ({
      invoice: makeInvoice(supplier, { userId, lines: part.map(toLine), lane: laneOfRun(runId, userId) }),
      lines: part,
    }));
    const requires = planned.find(({ invoice }) => invoice.requires.length > 0)?.invoice.requires ?? [];

    return planned.map(({ invoice, ...rest }) => ({ ...rest, invoice: { ...invoice, requires } }));
  });

/** An invoice of a later day than the draft is due no earlier than the terms after it. */
const dueDateOn = ({ dueDate, draftedAt }: WorkedRun, termsDays: number, now: Date): string => {
  const afterTerms = dayAfter(now, termsDays);

  return dayAfter(now, 0) > dayAfter(draftedAt, 0) && afterTerms > dueDate ? afterTerms : dueDate;
};

/** The portal writes these rows long after the press, whose own row has the address. */
const BY_JOB = { action: 'billing-runs.start', address: 'job' } as const;

interface Portion {
  runId: number;
  clients: number;
  /** The refusal of a portion of one client, who is left out. */
  refusal?: string;
}

interface PortionEnd {
  /** True once the job has nothing more to do. */
  isOver: boolean;
  /** The numbers of the invoices that it issued. */
  numbers: readonly string[];
}

/**
 * Issues the invoices of some clients in one transaction. Under its locks each line is asked again what refuses it now;
 * what is refused is left out with the reason. The lock of the run lets a stop take effect after the portion.
 */
const issuePortion = (
  { database, supplier: seller, mailSettings }: BillingJobPorts,
  job: HeldJob,
  { runId, clients, refusal }: Portion,
): Promise<PortionEnd> =>
  database.transaction(async ({ billingWork, invoices }) => {
    const held = job.held();
    const { now } = held;
    const run = await billingWork.lockRun(runId);
    const userIds =
      run?.state === 'running' && run.invoicesLeft !== 0
        ? await billingWork.lockClients(runId, {
            clients: Math.min(clients, run.invoicesLeft ?? clients),
            lines: LINES_AT_ONCE,
          })
        : [];
    if (!run || userIds.length === 0) {
      job.stillHeld(await billingWork.complete(held, runId));

      return { isOver: true, numbers: [] };
    }

    const lines = await billingWork.readLines(runId, userIds, LINES_OF_CLIENT);
    const supplier = supplierOn(seller, dayAfter(now, 0));
    const refused = lines.filter(({ reason }) => refusal !== undefined || reason !== null);
    const planned = planInvoices(
      runId,
      supplier,
      lines.filter((line) => !refused.includes(line)),
    ).slice(0, run.invoicesLeft ?? undefined);
    const answers =
      planned.length === 0
        ? []
        : await invoices.issue(
            planned.map(({ invoice }) => invoice),
            {
              year: yearOf(now),
              supplier,
              terms: toTerms(seller, dueDateOn(run, seller.termsDays, now), now),
              audit: { ...BY_JOB, actorId: run.startedBy },
              ordersMail: mailSettings.isOn,
              now,
            },
          );
    const issued = answers.flatMap((answer) => answer?.invoice ?? []);
    const decided = planned.flatMap(({ lines: billed }, place): DecidedLine[] => {
      const answer = answers[place];

      return billed.map((line) =>
        answer?.invoice
          ? { lineId: line.lineId, invoiceId: answer.invoice.id, reason: null, note: null }
          : leaveOut(line, answer?.missing.includes('name') ? 'no-name' : 'no-address'),
      );
    });
    const leftOut = refused.map((line) =>
      refusal === undefined ? leaveOut(line, line.reason) : leaveOut(line, 'refused', refusal),
    );
    job.stillHeld(
      await billingWork.settle(held, issued.length === 0 ? [] : userIds, [...leftOut, ...decided]),
    );
    if (issued.length === run.invoicesLeft) {
      await billingWork.stopIfLeft(runId, now);
    }

    return { isOver: false, numbers: issued.map(({ invoiceNumber }) => invoiceNumber) };
  });

/** Issues a portion; if the database refuses it, one client alone, so that a client who is refused holds up no other. */
const issueNext = async (ports: BillingJobPorts, job: HeldJob, portion: Portion): Promise<PortionEnd> => {
  try {
    return await issuePortion(ports, job, portion);
  } catch (error) {
    const refused = findAppError(error);
    if (!refused || !isRefusal(refused) || isOfClosing(refused)) {
      throw refused ?? error;
    }

    return issueNext(
      ports,
      job,
      portion.clients > 1 ? { ...portion, clients: 1 } : { ...portion, refusal: refused.message },
    );
  }
};

/** Sends the first PDF of each lane of a run that has not been sent; each sends the one behind it. If this fails, the sweep does. */
const sendPdfs = async (
  { database: { jobs }, invoicePdfQueue: queue }: BillingJobPorts,
  runId: number,
  now: Date,
): Promise<void> => {
  await Promise.allSettled(
    lanesOfRun(runId).map((lane) => sendNextInLane({ jobs, queue }, 'invoice-pdf', lane, now)),
  );
};

const issueWhileTimeIsLeft = async (
  ports: BillingJobPorts,
  job: HeldJob,
  runId: number,
  { clock, timeLeftMs, log }: JobRun,
): Promise<true> => {
  const years = new Map<string, [first: string, last: string]>();
  for (let issued = 0; ; ) {
    if (timeLeftMs() < PORTION_MS) {
      throw new PostponedError('Invoices are left for the next run', null);
    }
    const end = await issueNext(ports, job, { runId, clients: CLIENTS_AT_ONCE });
    if (end.isOver) {
      return true;
    }
    if (issued === 0) {
      await sendPdfs(ports, runId, clock());
    }
    issued += end.numbers.length;
    for (const number of end.numbers) {
      const [, year = ''] = number.split('-');
      years.set(year, [years.get(year)?.[0] ?? number, number]);
    }
    log({ billingRun: { id: runId, issued, numbers: [...years.values()] } });
  }
};

/**
 * Issues the invoices of a run, a portion in each transaction, and then queues what follows: the rest of its own work, or
 * the next job. After a killed run, the next one goes on with the clients that are left.
 */
export const runBillingJob = async (ports: BillingJobPorts, key: string, run: JobRun): Promise<void> => {
  const { clock } = run;
  const { billingWork, jobs } = ports.database;
  const claimed = await claimJob(jobs, { kind: RUN_JOB, key }, clock);
  if (!claimed) {
    return;
  }

  const { runId } = payload.parse(claimed.payload);
  const isDone = await workOnClaimed(
    { release: (held, release) => billingWork.release(held, release, runId) },
    claimed,
    clock,
    (job) => ({
      run: () => issueWhileTimeIsLeft(ports, job, runId, run),
      explain: (error) => ({
        error: error instanceof AppError ? error.message : 'Something went wrong on our side.',
        progress: null,
      }),
      nextTry: (error, tried, now) => (isOfClosing(error) ? null : nextTry(error, tried, now)),
    }),
  );
  await sendPdfs(ports, runId, clock());
  if (isDone) {
    await queueNextRun(ports, clock());
  } else {
    await ports.billingRunQueue.send(key);
  }
};
