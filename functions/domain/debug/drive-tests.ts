import type { DebugStore } from '#functions/ports/database/debug/debug-store.ts';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import { isTimeout } from '#shared/errors.ts';
import { formatBytes } from '#shared/numbers.ts';
import { Finding, type Test } from './debug-run.ts';

const ACCOUNT = 'Service account';
const SHARED_DRIVE = 'Shared drive';
const FOLDER = 'Folder of the PDFs';
const QUOTA = "Account's quota";
const LIST = 'List of the folder';
const LEFTOVERS = 'Leftovers of earlier runs';
const UPLOAD = 'Upload';
const READ_BACK = 'Read back';
const REMOVE = 'Remove';
const PERMISSIONS = 'Permissions of single files';

/** The tests that say how the drive is: neither our own count nor what people gave each other is its fault. */
export const OF_THE_DRIVE: readonly string[] = [
  ACCOUNT,
  SHARED_DRIVE,
  FOLDER,
  QUOTA,
  LIST,
  LEFTOVERS,
  UPLOAD,
  READ_BACK,
  REMOVE,
  PERMISSIONS,
];

const LISTED = 10;

const testSharedDrive = (drive: Pick<DriveConsole, 'readDrive'>): Test => ({
  name: SHARED_DRIVE,
  run: async () => {
    const { name, mayAddFiles, mayTrashFiles, mayShareFiles } = await drive.readDrive();
    if (!mayAddFiles || !mayTrashFiles) {
      const missing = [...(mayAddFiles ? [] : ['add files']), ...(mayTrashFiles ? [] : ['trash files'])];
      throw new Finding(
        `The service account may not ${missing.join(' or ')} on '${name}'. Make it a Content manager of the shared drive.`,
      );
    }

    return `'${name}': may add files: yes, may trash files: yes, may change permissions: ${mayShareFiles ? 'yes' : 'no'}.`;
  },
});

const testFolder = (drive: Pick<DriveConsole, 'readFolder'>): Test => ({
  name: FOLDER,
  run: async () => `'${(await drive.readFolder()).name}' lies on the shared drive.`,
});

/** The connection to the cloud drive, from the key to the files. */
export const connectionTests = (drive: DriveConsole, debug: Pick<DebugStore, 'countFiles'>): Test[] => [
  {
    name: ACCOUNT,
    run: async () => {
      await drive.renewToken();

      return 'Google accepts the key and gave a token.';
    },
  },
  testSharedDrive(drive),
  testFolder(drive),
  {
    name: QUOTA,
    run: async () => {
      const { limitBytes, usedBytes } = await drive.readQuota();
      if (!limitBytes) {
        return 'The account has no room of its own, as it should be: files belong to the shared drive.';
      }

      return `${formatBytes(usedBytes)} of ${formatBytes(limitBytes)} used; files belong to the shared drive.`;
    },
  },
  {
    name: LIST,
    run: async () => {
      const names = await drive.listNames(LISTED);

      return names.length === 0 ? 'The folder is empty.' : `The newest ${names.length}: ${names.join(', ')}.`;
    },
  },
  {
    name: 'Files by our own count',
    run: async () => `${await debug.countFiles()} PDFs of invoices have a file on the cloud drive.`,
    advice: 'The database did not answer. Run the system check.',
    // It asks nothing of the drive.
    isDue: () => true,
  },
];

/** What a killed run left is old enough then to be nobody's that runs now. */
const LEFT_AFTER_MS = 10 * 60_000;

const areEqual = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** A PDF that says what it is, for somebody who meets it at the drive. */
const testFile = (now: Date) =>
  new TextEncoder().encode(`%PDF-1.4\n% Test upload of the debug console at ${now.toISOString()}\n%%EOF\n`);

/** A file is made, read back, compared and removed, also if a step fails. */
export const uploadTests = (drive: DriveConsole, now: Date): Test[] => {
  const bytes = testFile(now);
  /** Known before the upload, so that a file is removed whose storing was not answered. */
  let fileId: string | undefined;

  const requireFile = () => {
    if (fileId === undefined) {
      throw new Finding('There is no file, because the upload failed.');
    }

    return fileId;
  };

  return [
    testFolder(drive),
    {
      name: LEFTOVERS,
      run: async () => {
        const left = await drive.listTestFiles(new Date(now.getTime() - LEFT_AFTER_MS));
        for (const id of left) {
          await drive.remove(id);
        }

        return left.length === 0 ? 'None.' : `${left.length} removed.`;
      },
    },
    {
      name: UPLOAD,
      run: async () => {
        fileId = await drive.generateId();
        await drive.uploadTestFile({ id: fileId, name: `debug-${now.toISOString()}.pdf`, bytes });

        return `${formatBytes(bytes.length)} stored.`;
      },
    },
    {
      name: READ_BACK,
      run: async () => {
        if (!areEqual(await drive.download(requireFile()), bytes)) {
          throw new Finding(
            'The file reads back differently. Run the test again; if it stays so, see it at the drive.',
          );
        }

        return 'The same bytes came back.';
      },
    },
    {
      name: REMOVE,
      isDue: () => fileId !== undefined,
      run: async () => {
        const how = await drive.remove(requireFile());
        if (how === 'absent') {
          return 'Nothing was stored, so nothing is left.';
        }

        return how === 'deleted'
          ? 'Deleted for good.'
          : 'Moved to the trash: a Content manager may do no more, and Google empties it after 30 days.';
      },
    },
  ];
};

/** At most so many files, or so long, a run (D7). */
const REPAIR_FILES_MAX = 100;
const REPAIR_MS = 20_000;

/** Runs within an hour go through all files together, each through the next hundred. */
const ROUND_MS = 60 * 60_000;

/** One file may have a fault of its own; where three have one, it is the drive's. */
const FAULTS_MAX = 3;

/** Takes back what was given to single files; what comes from the drive itself only a person can remove. */
export const repairTests = (
  drive: Pick<DriveConsole, 'readDrive' | 'listPermissions' | 'removePermission'>,
  debug: Pick<DebugStore, 'listUnchecked' | 'markChecked'>,
  clock: () => Date,
): Test[] => {
  const startedAt = clock();
  const isLate = () => clock().getTime() - startedAt.getTime() >= REPAIR_MS;
  const sharedDrive = testSharedDrive(drive);
  /** A drive that cannot be seen answers of each file that it is not there. */
  let isSeen = false;
  const checked: string[] = [];
  const faults: unknown[] = [];
  let left = 0;
  let removed = 0;
  let absent = 0;
  let openToAnyone = 0;

  /** Whether the whole file was looked at. */
  const checkFile = async (fileId: string): Promise<boolean> => {
    const permissions = await drive.listPermissions(fileId);
    if (!permissions) {
      absent += 1;
    }

    for (const { id, isOwn } of permissions ?? []) {
      if (!isOwn) {
        continue;
      }
      if (isLate()) {
        return false;
      }
      await drive.removePermission(fileId, id);
      removed += 1;
    }
    if (permissions?.some(({ type, isInherited }) => isInherited && type === 'anyone')) {
      openToAnyone += 1;
    }

    return true;
  };

  const checkFiles = async (fileIds: readonly string[]) => {
    for (const fileId of fileIds) {
      if (isLate() || faults.length >= FAULTS_MAX) {
        return;
      }
      try {
        if (await checkFile(fileId)) {
          checked.push(fileId);
        }
      } catch (error) {
        faults.push(error);
        if (isTimeout(error)) {
          return;
        }
      }
    }
  };

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
      name: PERMISSIONS,
      run: async () => {
        if (!isSeen) {
          throw new Finding('Nothing was checked, because the shared drive cannot be used.');
        }

        const { fileIds, due } = await debug.listUnchecked(
          REPAIR_FILES_MAX,
          new Date(startedAt.getTime() - ROUND_MS),
        );
        await checkFiles(fileIds);
        if (checked.length > 0) {
          await debug.markChecked(checked, clock());
        }

        left = Math.max(due - checked.length, 0);
        if (faults.length > 0) {
          throw faults[0];
        }

        return `${removed} removed.`;
      },
    },
    {
      name: 'Files checked',
      // It tells what was done before a timeout, and asks nobody.
      isDue: () => true,
      run: async () =>
        [
          `${checked.length} files checked, ${removed} permissions removed, ${left} files still to check.`,
          ...(absent > 0 ? [`${absent} of them are not on the drive any more.`] : []),
          ...(left > 0 ? ['Run it again for the next ones.'] : []),
        ].join(' '),
    },
    {
      name: 'Files open to anyone',
      isDue: () => true,
      run: async () => {
        if (openToAnyone === 0) {
          return `None of the ${checked.length} files that were checked.`;
        }

        throw new Finding(
          `${openToAnyone} files are open to anyone with the link by a permission of the folder or the shared drive. Only a person can remove that, at the drive.`,
        );
      },
    },
  ];
};
