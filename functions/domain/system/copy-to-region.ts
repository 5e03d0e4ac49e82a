import type { RegionCopies, RegionCopy } from '#functions/ports/region-copies.ts';
import { BACKUP_DAYS } from '#shared/retention.ts';

const HOUR_MS = 3_600_000;

/** A backup each night, a run each hour, and some hours for a large database to cross. */
const COPY_AGE_HOURS_MAX = 36;

const newestOf = <Taken extends { takenAt: Date }>(all: readonly Taken[]): Taken | undefined =>
  all.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())[0];

const hoursSince = (moment: Date, now: Date): number => (now.getTime() - moment.getTime()) / HOUR_MS;

/** Returns copies that outlived their time, but never the last one that can be restored. */
const findOutlived = (copies: readonly RegionCopy[], last: RegionCopy | undefined, now: Date): RegionCopy[] =>
  copies.filter((copy) => copy !== last && hoursSince(copy.takenAt, now) > BACKUP_DAYS * 24);

/**
 * Copies the newest backup to the other region, unless a copy of it is there or on its way, and removes what failed or
 * outlived its time. Fails if a copy failed, or none is fresh enough: the task's alarm tells it.
 */
export const copyToRegion = async (
  regionCopies: RegionCopies,
  now: Date,
): Promise<{ copyAgeHours?: number }> => {
  const [backups, copies] = await Promise.all([regionCopies.listBackups(), regionCopies.listCopies()]);
  const newest = newestOf(backups);
  const isCopied = copies.some(({ takenAt }) => takenAt.getTime() === newest?.takenAt.getTime());
  const failed = copies.filter(({ state }) => state === 'failed');
  const last = newestOf(copies.filter(({ state }) => state === 'available'));
  try {
    if (newest && !isCopied) {
      await regionCopies.copy(newest);
    }
  } finally {
    // Also if AWS refuses the copy, perhaps because the region has no room for another snapshot.
    for (const copy of new Set([...failed, ...findOutlived(copies, last, now)])) {
      await regionCopies.remove(copy);
    }
  }

  if (failed.length > 0) {
    throw new Error(`AWS could not complete ${failed.map(({ id }) => id).join()}; the next run tries again`);
  }
  // Without a copy, the oldest backup tells for how long there could have been one.
  const since =
    last?.takenAt ?? backups.map(({ takenAt }) => takenAt).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const copyAgeHours = since && Math.floor(hoursSince(since, now));
  if (copyAgeHours !== undefined && copyAgeHours > COPY_AGE_HOURS_MAX) {
    throw new Error(`The last copy in the other region is of ${copyAgeHours} hours ago, or there is none`);
  }

  return copyAgeHours === undefined ? {} : { copyAgeHours };
};
