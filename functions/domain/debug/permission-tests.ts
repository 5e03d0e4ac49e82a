import type { DebugStore } from '#functions/ports/database/debug/debug-store.ts';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import { isTimeout } from '#shared/errors.ts';
import { Finding, type Test } from './debug-run.ts';
import { DRIVE_TESTS, testSharedDrive } from './drive-tests.ts';

/** Limits of one run: the number of files and the time (D7). */
const REPAIR_FILES_MAX = 100;
const REPAIR_MS = 20_000;

/** Runs within this hour share one round over all files: each checks the next hundred. */
const ROUND_MS = 60 * 60_000;

/** One file may fail by itself; if three fail, the drive is at fault. */
const FAULTS_MAX = 3;

type RepairDrive = Pick<DriveConsole, 'readDrive' | 'listPermissions' | 'removePermission'>;

/** Checks files one after the other, until the run is late or too many of them fail; `seen` counts the findings. */
const makeFileChecker = (drive: RepairDrive, isLate: () => boolean) => {
  const seen = { checked: [] as string[], faults: [] as unknown[], removed: 0, absent: 0, openToAnyone: 0 };

  /** Removes the file's own permissions. Returns true if the whole file was checked. */
  const checkFile = async (fileId: string): Promise<boolean> => {
    const permissions = await drive.listPermissions(fileId);
    if (!permissions) {
      seen.absent += 1;
    }

    for (const { id, isOwn } of permissions ?? []) {
      if (!isOwn) {
        continue;
      }
      if (isLate()) {
        return false;
      }
      await drive.removePermission(fileId, id);
      seen.removed += 1;
    }
    if (permissions?.some(({ type, isInherited }) => isInherited && type === 'anyone')) {
      seen.openToAnyone += 1;
    }

    return true;
  };

  const checkFiles = async (fileIds: readonly string[]): Promise<void> => {
    for (const fileId of fileIds) {
      if (isLate() || seen.faults.length >= FAULTS_MAX) {
        return;
      }
      try {
        if (await checkFile(fileId)) {
          seen.checked.push(fileId);
        }
      } catch (error) {
        seen.faults.push(error);
        if (isTimeout(error)) {
          return;
        }
      }
    }
  };

  return { seen, checkFiles };
};

type Seen = ReturnType<typeof makeFileChecker>['seen'];

const wordChecked = ({ checked, removed, absent }: Seen, left: number): string =>
  [
    `${checked.length} files checked, ${removed} permissions removed, ${left} files still to check.`,
    ...(absent > 0 ? [`${absent} of them are not on the drive any more.`] : []),
    ...(left > 0 ? ['Run it again for the next ones.'] : []),
  ].join(' ');

const testOpenToAnyone = (seen: Seen): Test => ({
  name: 'Files open to anyone',
  isDue: () => true,
  run: async () => {
    if (seen.openToAnyone === 0) {
      return `None of the ${seen.checked.length} files that were checked.`;
    }

    throw new Finding(
      `${seen.openToAnyone} files are open to anyone with the link by a permission of the folder or the shared drive. Only a person can remove that, at the drive.`,
    );
  },
});

/**
 * Removes permissions that were given to single files; only a person can remove those that come from the drive itself.
 */
export const repairTests = (
  drive: RepairDrive,
  debug: Pick<DebugStore, 'listUnchecked' | 'markChecked'>,
  clock: () => Date,
): Test[] => {
  const startedAt = clock();
  const { seen, checkFiles } = makeFileChecker(
    drive,
    () => clock().getTime() - startedAt.getTime() >= REPAIR_MS,
  );
  const sharedDrive = testSharedDrive(drive);
  /** True once the drive can be seen: until then it answers "not found" for every file. */
  let isSeen = false;
  let left = 0;

  return [
    {
      ...sharedDrive,
      run: async () => {
        const rights = await sharedDrive.run();
        isSeen = true;

        return rights;
      },
    },
    {
      name: DRIVE_TESTS.permissions,
      run: async () => {
        if (!isSeen) {
          throw new Finding('Nothing was checked, because the shared drive cannot be used.');
        }

        const { fileIds, due } = await debug.listUnchecked(
          REPAIR_FILES_MAX,
          new Date(startedAt.getTime() - ROUND_MS),
        );
        await checkFiles(fileIds);
        if (seen.checked.length > 0) {
          await debug.markChecked(seen.checked, clock());
        }

        left = Math.max(due - seen.checked.length, 0);
        if (seen.faults.length > 0) {
          throw seen.faults[0];
        }

        return `${seen.removed} removed.`;
      },
    },
    {
      name: 'Files checked',
      // It reports what was done before a timeout, and calls no vendor.
      isDue: () => true,
      run: async () => wordChecked(seen, left),
    },
    testOpenToAnyone(seen),
  ];
};
