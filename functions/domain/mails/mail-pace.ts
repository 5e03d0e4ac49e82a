import { PostponedError } from '#functions/domain/jobs/job-worker.ts';
import type { MailWorkStore, PaceShare } from '#functions/ports/database/mails/mail-work-store.ts';
import type { MailPace } from '#functions/ports/mail-settings.ts';

/** The part of the rate that business mails may use, so that account mails always find a moment soon (D45). */
const BUSINESS_PART = 0.8;

/** Time that a worker needs for the call and its writes after it has waited. */
const CALL_MS = 10_000;

/** A business mail takes a moment of all mails only within this time, so that account mails need not queue behind it. */
const BUSINESS_AHEAD_MS = 2_000;

/** The time of a worker: its clock, how long its calls may still take, and how it waits. */
export interface WorkerTime {
  clock: () => Date;
  timeLeftMs(): number;
  pause(milliseconds: number): Promise<void>;
}

interface PacePorts {
  database: { mailWork: Pick<MailWorkStore, 'takeMoment'> };
  mailPace: Pick<MailPace, 'ratePerSecond'>;
}

const waitInShare = async (
  { database: { mailWork } }: PacePorts,
  share: PaceShare,
  { everyMs, aheadMs }: { everyMs: number; aheadMs: number },
  { clock, timeLeftMs, pause }: WorkerTime,
): Promise<void> => {
  const withinMs = Math.min(Math.max(timeLeftMs() - CALL_MS, 0), aheadMs);
  const { isTaken, waitMs } = await mailWork.takeMoment(share, { everyMs, withinMs });
  if (!isTaken) {
    throw new PostponedError(`The pace of ${share} mails`, new Date(clock().getTime() + waitMs));
  }

  await pause(waitMs);
};

/**
 * Waits for the moment at which a mail may be sent. If that is too far away, the job is postponed, which counts as no
 * try. A business mail first takes a moment of its own share and, when that has come, one of all mails: it takes none
 * of these ahead of its time, so that they stay free for account mails.
 */
export const waitForMoment = async (
  ports: PacePorts,
  job: 'account-mail' | 'business-mail',
  time: WorkerTime,
): Promise<void> => {
  const everyMs = 1000 / ports.mailPace.ratePerSecond;
  if (job === 'account-mail') {
    return waitInShare(ports, 'all', { everyMs, aheadMs: Number.MAX_SAFE_INTEGER }, time);
  }

  await waitInShare(
    ports,
    'business',
    { everyMs: everyMs / BUSINESS_PART, aheadMs: Number.MAX_SAFE_INTEGER },
    time,
  );
  await waitInShare(ports, 'all', { everyMs, aheadMs: BUSINESS_AHEAD_MS }, time);
};
