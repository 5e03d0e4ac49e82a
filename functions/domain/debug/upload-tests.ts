import type { DriveConsole } from '#functions/ports/drive-console.ts';
import { formatBytes } from '#shared/numbers.ts';
import { Finding, type Test } from './debug-run.ts';
import { DRIVE_TESTS, testFolder } from './drive-tests.ts';

/** Age from which a test file was left by a killed run: no run that is still going can own it. */
const LEFT_AFTER_MS = 10 * 60_000;

const areEqual = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Makes a PDF that says what it is, for somebody who finds it on the drive. */
const testFile = (now: Date) =>
  new TextEncoder().encode(`%PDF-1.4\n% Test upload of the debug console at ${now.toISOString()}\n%%EOF\n`);

/** Creates a file, reads it back, compares and removes it, even if a step fails. */
export const uploadTests = (drive: DriveConsole, now: Date): Test[] => {
  const bytes = testFile(now);
  /** Known before the upload, so that a file is removed even if its upload was not answered. */
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
      name: DRIVE_TESTS.leftovers,
      run: async () => {
        const left = await drive.listTestFiles(new Date(now.getTime() - LEFT_AFTER_MS));
        for (const id of left) {
          await drive.remove(id);
        }

        return left.length === 0 ? 'None.' : `${left.length} removed.`;
      },
    },
    {
      name: DRIVE_TESTS.upload,
      run: async () => {
        fileId = await drive.generateId();
        await drive.uploadTestFile({ id: fileId, name: `debug-${now.toISOString()}.pdf`, bytes });

        return `${formatBytes(bytes.length)} stored.`;
      },
    },
    {
      name: DRIVE_TESTS.readBack,
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
      name: DRIVE_TESTS.remove,
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
