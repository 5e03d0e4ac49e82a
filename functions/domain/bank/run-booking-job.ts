import * as z from 'zod';
import { isOfClosing, isRefusal, nextTry } from '#functions/domain/jobs/job-tries.ts';
import { claimJob, type HeldJob, PostponedError, workOnClaimed } from '#functions/domain/jobs/job-worker.ts';
import { newPayment } from '#functions/domain/payments/new-payment.ts';
import { findDayFault } from '#functions/domain/payments/record-payment.ts';
import type { OrderedLine, TriedLine } from '#functions/ports/database/bank/bank-order-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError, findAppError } from '#shared/errors.ts';
import { BOOKING_JOB, queueNextBooking } from './booking-queue.ts';
import { referenceOf } from './line-reference.ts';
import { type LineMatch, matchLines } from './match-lines.ts';

/** Accounts that one transaction locks (D63). */
const ACCOUNTS_AT_ONCE = 25;
/** One client may have many lines; those beyond this wait for the next transaction, so that one call looks up all words. */
const LINES_AT_ONCE = 60;
/** Longer than a transaction takes, unless it waits for a lock. */
const PORTION_MS = 10_000;

const payload = z.object({ fileId: z.number() });

export interface BookingPorts {
  database: DatabaseOf<'bankMatches' | 'bankOrders' | 'jobs' | 'ledger'>;
  mailSettings: MailSettings;
  bankBookingQueue: JobSender;
}

interface Run {
  clock: () => Date;
  timeLeftMs: () => number;
  /** Adds to the task's log line what is committed. */
  log: (line: Pick<RequestNote, 'bankFile'>) => void;
}

/** Returns a match that is no longer certain, with one more reason. */
const doubt = (match: LineMatch, reason: string): LineMatch => ({
  ...match,
  state: 'likely',
  proposals: match.proposals.map((proposal, place) =>
    place === 0 ? { ...proposal, reasons: [...proposal.reasons, reason] } : proposal,
  ),
});

const paymentOf = (line: OrderedLine, userId: number) => ({
  lineId: line.lineId,
  userId,
  date: line.date,
  amountCents: line.amountCents,
  method: 'eft' as const,
  reference: referenceOf(line) || null,
  actorId: line.orderedBy,
  changes: { line: line.lineId },
});

/** The portal writes these rows long after the press, whose own row has the address. */
const BY_JOB = { action: 'bank.book-certain', address: 'job' } as const;

interface Portion {
  fileId: number;
  accounts: number;
  /** The refusal of a portion of one account, whose lines are left for an administrator. */
  refusal?: string;
}

/**
 * Books the ordered lines of some accounts in one transaction. Under its locks each line is matched again; one that is
 * no longer certain for the client for whom it was ordered is left open. Returns how many it booked; undefined if no
 * line is ordered.
 */
const bookPortion = (
  { database, mailSettings }: BookingPorts,
  job: HeldJob,
  { fileId, accounts, refusal }: Portion,
): Promise<number | undefined> =>
  database.transaction(async (transaction) => {
    const { bankOrders, ledger } = transaction;
    const held = job.held();
    const today = dayAfter(held.now, 0);
    const userIds = await bankOrders.lockAccounts(fileId, accounts);
    const lines = await bankOrders.lockLines(fileId, userIds, LINES_AT_ONCE);
    if (lines.length === 0) {
      return undefined;
    }

    const matches = await matchLines(transaction, lines, today);
    const payments: ReturnType<typeof paymentOf>[] = [];
    const tried = lines.map((line, place): TriedLine => {
      const match = matches[place];
      if (!match) {
        throw new Error(`Line ${line.lineId} was not matched`);
      }
      const { lineId, userId } = line;
      if (userId === null || match.state !== 'certain' || match.proposals[0]?.userId !== userId) {
        return { lineId, ...match };
      }
      const reason = refusal ?? findDayFault(line.date, { today, openingDate: line.openingDate });
      if (reason !== undefined) {
        return { lineId, ...doubt(match, reason) };
      }
      payments.push(paymentOf(line, userId));

      return { lineId, ...match, state: 'booked', proposals: [] };
    });

    const { now } = held;
    const { recorded } =
      payments.length === 0
        ? { recorded: [] }
        : await ledger.recordPayments(
            payments.map((payment) => newPayment(payment, { mailSettings, now })),
            { ...BY_JOB, now },
          );
    await bankOrders.decide(tried, now);
    const booked = recorded.map(({ payment: { lineId, userId }, paymentId }) => ({
      lineId,
      userId,
      paymentId,
    }));
    job.stillHeld(await bankOrders.settle(held, booked));

    return booked.length;
  });

/** Books a portion; if the database refuses it, one account alone, so that a line that cannot be booked holds up no other. */
const bookNext = async (ports: BookingPorts, job: HeldJob, portion: Portion): Promise<number | undefined> => {
  try {
    return await bookPortion(ports, job, portion);
  } catch (error) {
    const refused = findAppError(error);
    if (!refused || !isRefusal(refused) || isOfClosing(refused)) {
      throw refused ?? error;
    }

    return bookNext(
      ports,
      job,
      portion.accounts > 1 ? { ...portion, accounts: 1 } : { ...portion, refusal: refused.message },
    );
  }
};

const bookWhileTimeIsLeft = async (
  ports: BookingPorts,
  job: HeldJob,
  fileId: number,
  { timeLeftMs, log }: Run,
): Promise<true> => {
  for (let booked = 0; ; ) {
    if (timeLeftMs() < PORTION_MS) {
      throw new PostponedError('Lines are left for the next run', null);
    }
    const count = await bookNext(ports, job, { fileId, accounts: ACCOUNTS_AT_ONCE });
    if (count === undefined) {
      return job.stillHeld(await ports.database.bankOrders.complete(job.held()));
    }
    booked += count;
    log({ bankFile: { id: fileId, booked } });
  }
};

/**
 * Books the ordered lines of a file, a portion in each transaction, and then queues what follows: the rest of its own
 * work, or the file's next job. After a killed run, the next one goes on with the lines that are left.
 */
export const runBookingJob = async (ports: BookingPorts, key: string, run: Run): Promise<void> => {
  const { clock } = run;
  const { jobs } = ports.database;
  const claimed = await claimJob(jobs, { kind: BOOKING_JOB, key }, clock);
  if (!claimed) {
    return;
  }

  const { fileId } = payload.parse(claimed.payload);
  const isDone = await workOnClaimed(jobs, claimed, clock, (job) => ({
    run: () => bookWhileTimeIsLeft(ports, job, fileId, run),
    explain: (error) => ({
      error: error instanceof AppError ? error.message : 'Something went wrong on our side.',
      progress: null,
    }),
    nextTry: (error, tried, now) => (isOfClosing(error) ? null : nextTry(error, tried, now)),
  }));
  if (isDone) {
    await queueNextBooking(ports, fileId, clock());
  } else {
    await ports.bankBookingQueue.send(key);
  }
};
