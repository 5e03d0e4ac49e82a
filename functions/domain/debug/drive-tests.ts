import type { DebugStore } from '#functions/ports/database/debug/debug-store.ts';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import { formatBytes } from '#shared/numbers.ts';
import { Finding, type Test } from './debug-run.ts';

/**
 * Names of the tests that count towards the drive's health. Our own file count and files that people opened to anyone
 * do not, because they are not the drive's fault.
 */
export const DRIVE_TESTS = {
  account: 'Service account',
  sharedDrive: 'Shared drive',
  folder: 'Folder of the PDFs',
  quota: "Account's quota",
  list: 'List of the folder',
  leftovers: 'Leftovers of earlier runs',
  upload: 'Upload',
  readBack: 'Read back',
  remove: 'Remove',
  permissions: 'Permissions of single files',
};

const LISTED = 10;

export const testSharedDrive = (drive: Pick<DriveConsole, 'readDrive'>): Test => ({
  name: DRIVE_TESTS.sharedDrive,
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

export const testFolder = (drive: Pick<DriveConsole, 'readFolder'>): Test => ({
  name: DRIVE_TESTS.folder,
  run: async () => `'${(await drive.readFolder()).name}' lies on the shared drive.`,
});

/** Tests the connection to the cloud drive, from the key to the files. */
export const connectionTests = (drive: DriveConsole, debug: Pick<DebugStore, 'countFiles'>): Test[] => [
  {
    name: DRIVE_TESTS.account,
    run: async () => {
      await drive.renewToken();

      return 'Google accepts the key and gave a token.';
    },
  },
  testSharedDrive(drive),
  testFolder(drive),
  {
    name: DRIVE_TESTS.quota,
    run: async () => {
      const { limitBytes, usedBytes } = await drive.readQuota();
      if (!limitBytes) {
        return 'The account has no room of its own, as it should be: files belong to the shared drive.';
      }

      return `${formatBytes(usedBytes)} of ${formatBytes(limitBytes)} used; files belong to the shared drive.`;
    },
  },
  {
    name: DRIVE_TESTS.list,
    run: async () => {
      const names = await drive.listNames(LISTED);

      return names.length === 0 ? 'The folder is empty.' : `The newest ${names.length}: ${names.join(', ')}.`;
    },
  },
  {
    name: 'Files by our own count',
    run: async () => `${await debug.countFiles()} PDFs of invoices have a file on the cloud drive.`,
    advice: 'The database did not answer. Run the system check.',
    // It does not call the drive.
    isDue: () => true,
  },
];
