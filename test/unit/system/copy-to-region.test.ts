import { expect, it } from 'vitest';
import { copyToRegion } from '#functions/domain/system/copy-to-region.ts';
import type { RegionCopies, RegionCopy } from '#functions/ports/region-copies.ts';
import { BACKUP_DAYS } from '#shared/retention.ts';

const NOW = new Date('2026-11-27T23:30:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

const copyOf = (hours: number, state: RegionCopy['state'] = 'available'): RegionCopy => ({
  id: `copy of ${hours}`,
  takenAt: hoursAgo(hours),
  state,
});

/** Runs the task on backups of these ages and these copies, and tells what it did. */
const run = async (
  backupAges: readonly number[],
  copies: readonly RegionCopy[],
  otherwise: Partial<RegionCopies> = {},
) => {
  const done: string[] = [];
  const port: RegionCopies = {
    listBackups: async () =>
      backupAges.map((hours) => ({ arn: `backup of ${hours}`, takenAt: hoursAgo(hours) })),
    listCopies: async () => [...copies],
    copy: async ({ arn }) => {
      done.push(`copied ${arn}`);
    },
    remove: async ({ id }) => {
      done.push(`removed ${id}`);
    },
    ...otherwise,
  };
  const result = await copyToRegion(port, NOW).catch((error: Error) => error.message);

  return { done, result };
};

it('only the newest backup is copied, whatever the order in which AWS lists them', async () => {
  expect(await run([49, 1, 25], [copyOf(25)])).toEqual({
    done: ['copied backup of 1'],
    result: { copyAgeHours: 25 },
  });
});

it.each(['available', 'copying'] as const)('a backup whose copy is %s is not copied again', async (state) => {
  expect((await run([1, 25], [copyOf(1, state), copyOf(25)])).done).toEqual([]);
});

it('a copy outlives its time by no hour, and the last one that can be restored is never removed', async () => {
  const days = BACKUP_DAYS * 24;

  expect((await run([1], [copyOf(1), copyOf(days), copyOf(days + 1)])).done).toEqual([
    `removed copy of ${days + 1}`,
  ]);
  // The backups of a lost region end, and its copies must not end with them.
  expect((await run([], [copyOf(days + 48), copyOf(days + 24), copyOf(1, 'copying')])).done).toEqual([
    `removed copy of ${days + 48}`,
  ]);
});

it('a region that is full refuses a copy, and gets room by the copies that outlived their time', async () => {
  const outlived = BACKUP_DAYS * 24 + 1;
  const copy = () => Promise.reject(new Error('SnapshotQuotaExceeded'));

  expect(await run([1], [copyOf(25), copyOf(outlived)], { copy })).toEqual({
    done: [`removed copy of ${outlived}`],
    result: 'SnapshotQuotaExceeded',
  });
});

it('a copy that failed is removed and told, and the next run copies again', async () => {
  const first = await run([1, 25], [copyOf(1, 'failed'), copyOf(25)]);

  expect(first).toEqual({
    done: ['removed copy of 1'],
    result: 'AWS could not complete copy of 1; the next run tries again',
  });
  expect((await run([1, 25], [copyOf(25)])).done).toEqual(['copied backup of 1']);
});

it.each([
  ['the last copy is older than a night and a half', [1], [copyOf(37), copyOf(1, 'copying')], '37 hours ago'],
  ['backups are copied by nobody', [1, 25, 37], [], '37 hours ago, or there is none'],
])('the task fails if %s', async (_what, backups, copies, words) => {
  expect((await run(backups, copies)).result).toContain(words);
});

it.each([
  ['the database has no backup yet', [], []],
  ['its first copy is on its way', [2], [copyOf(2, 'copying')]],
  ['last night was missed, and the night before was not', [1], [copyOf(36)]],
])('the task does not fail if %s', async (_what, backups, copies) => {
  expect(typeof (await run(backups, copies)).result).toBe('object');
});
