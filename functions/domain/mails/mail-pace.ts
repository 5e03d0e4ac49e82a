import { PostponedError } from '#functions/domain/jobs/job-worker.ts';
import type { MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';
import type { MailPace } from '#functions/ports/mail-settings.ts';
import type { PaceShare } from '#shared/mails/mail-shares.ts';

/** The part of the rate that business mails may use, so that account mails always find a moment soon (D45). */
const BUSINESS_PART = 0.8;

/** Time that a worker needs for the call and its writes after it has waited. */
const CALL_MS = 10_000;

/**
 * A mail with a share of its own takes a moment of all mails only within this time, so that account mails need not
 * queue behind it.
 */
const SHARE_AHEAD_MS = 2_000;

const HOUR_MS = 60 * 60_000;

/** The time of a worker: its clock, how long its calls may still take, and how it waits. */
export interface WorkerTime {
  clock: () => Date;
  timeLeftMs(): number;
  pause(milliseconds: number): Promise<void>;
}

interface PacePorts {
  database: { mailWork: Pick<MailWorkStore, 'takeMoment'> };
  mailPace: Pick<MailPace, 'ratePerSecond' | 'invitesPerHour'>;
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
 * try. A mail with a share of its own first takes a moment of that and, when it has come, one of all mails: it takes
 * none of these ahead of its time, so that they stay free for account mails.
 */
export const waitForMoment = async (ports: PacePorts, share: PaceShare, time: WorkerTime): Promise<void> => {
  const { ratePerSecond, invitesPerHour } = ports.mailPace;
  const everyMs = {
    all: 1000 / ratePerSecond,
    business: 1000 / ratePerSecond / BUSINESS_PART,
    invite: HOUR_MS / invitesPerHour,
  };
  const aheadMs = Number.MAX_SAFE_INTEGER;
  if (share === 'all') {
    return waitInShare(ports, share, { everyMs: everyMs.all, aheadMs }, time);
  }

  await waitInShare(ports, share, { everyMs: everyMs[share], aheadMs }, time);
  await waitInShare(ports, 'all', { everyMs: everyMs.all, aheadMs: SHARE_AHEAD_MS }, time);
};
