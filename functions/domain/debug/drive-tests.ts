import type { DebugStore } from '#functions/ports/database/debug-store.ts';
import { type DriveConsole, DriveFault } from '#functions/ports/drive-console.ts';
import { formatBytes } from '#shared/numbers.ts';
import type { Test } from './debug-run.ts';

const fault = (sentence: string) =>
  new DriveFault(sentence, { reason: null, status: null, isTimeout: false, cause: undefined });

const LISTED = 10;

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');

/** The connection to the cloud drive, from the key to the files. */
export const connectionTests = (drive: DriveConsole, debug: Pick<DebugStore, 'countFiles'>): Test[] => [
  {
    name: 'Service account',
    run: async () => {
      await drive.renewToken();

      return 'Google accepts the key and gave a token.';
    },
  },
  {
    name: 'Shared drive',
    run: async () => {
      const { name, mayAddFiles, mayTrashFiles, mayShareFiles } = await drive.readDrive();
      if (!mayAddFiles || !mayTrashFiles) {
        throw fault(
          `The service account may not ${mayAddFiles ? 'trash' : 'add'} files on '${name}'. Make it a Content manager of the shared drive.`,
        );
      }

      return `'${name}': may add files: yes, may trash files: yes, may change permissions: ${yesOrNo(mayShareFiles)}.`;
    },
  },
  {
    name: 'Folder of the PDFs',
    run: async () => `'${(await drive.readFolder()).name}' lies on the shared drive.`,
  },
  {
    name: "Account's quota",
    run: async () => {
      const { limitBytes, usedBytes } = await drive.readQuota();
      if (!limitBytes)
        return 'The account has no room of its own, as it should be: files belong to the shared drive.';

      return `${formatBytes(usedBytes)} of ${formatBytes(limitBytes)} used; files belong to the shared drive.`;
    },
  },
  {
    name: 'Files by our own count',
    run: async () => `${await debug.countFiles()} PDFs of invoices have a file on the cloud drive.`,
  },
  {
    name: 'List of the folder',
    run: async () => {
      const files = await drive.listFiles(LISTED);
      if (files.length === 0) return 'The folder is empty.';

      return `The newest ${files.length}: ${files.map(({ name }) => name).join(', ')}.`;
    },
  },
];

/** What a killed run left is old enough to be nobody's that runs now. */
const LEFT_AFTER_MS = 10 * 60_000;

const areEqual = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** A PDF that says what it is, for somebody who meets it at the drive. */
const testFile = (now: Date) =>
  new TextEncoder().encode(`%PDF-1.4\n% Test upload of the debug console at ${now.toISOString()}\n%%EOF\n`);

/** A file is made, read back, compared and removed, also if a step fails. */
export const uploadTests = (drive: DriveConsole, now: Date): Test[] => {
  const bytes = testFile(now);
  let fileId: string | undefined;
  const requireFile = () => {
    if (fileId === undefined) throw fault('There is no file, because the upload failed.');

    return fileId;
  };

  return [
    {
      name: 'Leftovers of earlier runs',
      run: async () => {
        const left = await drive.listTestFiles(new Date(now.getTime() - LEFT_AFTER_MS));
        for (const id of left) await drive.remove(id);

        return left.length === 0 ? 'None.' : `${left.length} removed.`;
      },
    },
    {
      name: 'Upload',
      run: async () => {
        fileId = await drive.uploadTestFile(`debug-${now.toISOString()}.pdf`, bytes);

        return `${formatBytes(bytes.length)} stored.`;
      },
    },
    {
      name: 'Read back',
      run: async () => {
        if (!areEqual(await drive.download(requireFile()), bytes)) {
          throw fault('The file reads back differently. Look at it at the drive, and run the test again.');
        }

        return 'The same bytes came back.';
      },
    },
    {
      name: 'Remove',
      run: async () => {
        const how = await drive.remove(requireFile());

        return how === 'deleted'
          ? 'Deleted for good.'
          : 'Moved to the trash: a Content manager may do no more, and Google empties it after 30 days.';
      },
    },
  ];
};

/** At most so many files, or so long, a run (D7). */
export const REPAIR_FILES_MAX = 100;
const REPAIR_MS = 20_000;

/** Takes back what was given to single files; what comes from the drive itself only a person can remove. */
export const repairTests = (
  drive: DriveConsole,
  debug: Pick<DebugStore, 'listUnchecked' | 'markChecked'>,
  clock: () => Date,
): Test[] => {
  const endsAt = clock().getTime() + REPAIR_MS;

  return [
    {
      name: 'Permissions of single files',
      run: async () => {
        const { fileIds, total } = await debug.listUnchecked(REPAIR_FILES_MAX);
        const checked: string[] = [];
        let removed = 0;
        let inheritedByAnyone = 0;

        try {
          for (const fileId of fileIds) {
            if (clock().getTime() >= endsAt) break;
            const permissions = (await drive.listPermissions(fileId)) ?? [];
            for (const { id, type, isInherited } of permissions) {
              if (!isInherited) {
                await drive.removePermission(fileId, id);
                removed += 1;
              } else if (type === 'anyone') {
                inheritedByAnyone += 1;
              }
            }
            checked.push(fileId);
          }
        } finally {
          if (checked.length > 0) await debug.markChecked(checked, clock());
        }

        const left = Math.max(total - checked.length, 0);
        const summary = `${checked.length} files checked, ${removed} permissions removed, ${left} files left for the next run.`;
        if (inheritedByAnyone > 0) {
          throw fault(
            `${summary} ${inheritedByAnyone} files are open to anyone with the link by a permission of the folder or the shared drive. Only a person can remove that, at the drive.`,
          );
        }

        return summary;
      },
    },
  ];
};
