import * as z from 'zod';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import { isRateLimit, NO_FOLDER, toDriveFault } from './drive-fault.ts';
import { type DriveSettings, type OpenDrive, statusOf } from './open-drive.ts';
import { readAnswer } from './read-answer.ts';

/** Marks the files of the test upload. */
const TEST_FILE = { madeBy: 'debug console' };

const LEFTOVERS_MAX = 10;

const NOT_STORED = 'The file is not there: it was not stored.';

/** The parts of the answers that are used. */
const fileNames = z.object({ files: z.array(z.object({ name: z.string() })) });
const fileIds = z.object({ files: z.array(z.object({ id: z.string() })) });
const generatedIds = z.object({ ids: z.tuple([z.string()]) });
const storedFile = z.object({ id: z.string() });
const bytes = z.instanceof(ArrayBuffer);

type TestFiles = Pick<
  DriveConsole,
  'listNames' | 'generateId' | 'uploadTestFile' | 'download' | 'remove' | 'listTestFiles'
>;

/** The files in the folder of the PDFs, for the test upload of the debug console. */
export const makeTestFiles = (
  { drive: { files }, inTime, uploadPdf }: OpenDrive,
  settings: DriveSettings,
): TestFiles => {
  const list = <T>(
    schema: z.ZodType<T>,
    query: string,
    options: { orderBy: string; pageSize: number; fields: string },
  ) =>
    readAnswer(
      schema,
      () =>
        files.list(
          {
            q: `'${settings.folderId}' in parents and trashed = false${query}`,
            corpora: 'drive',
            driveId: settings.driveId,
            includeItemsFromAllDrives: true,
            supportsAllDrives: true,
            ...options,
          },
          inTime(),
        ),
      NO_FOLDER,
    );

  return {
    listNames: async (limit) => {
      const found = await list(fileNames, '', {
        orderBy: 'createdTime desc',
        pageSize: limit,
        fields: 'files(name)',
      });

      return found.files.map(({ name }) => name);
    },

    generateId: async () => {
      const { ids } = await readAnswer(generatedIds, () =>
        files.generateIds({ count: 1, space: 'drive', type: 'files' }, inTime()),
      );

      return ids[0];
    },

    uploadTestFile: async ({ id, name, bytes }) => {
      await readAnswer(storedFile, () => uploadPdf({ id, name, bytes, appProperties: TEST_FILE }), NO_FOLDER);
    },

    download: async (fileId) =>
      new Uint8Array(
        await readAnswer(
          bytes,
          () =>
            files.get(
              { fileId, alt: 'media', supportsAllDrives: true },
              { responseType: 'arraybuffer', ...inTime() },
            ),
          NOT_STORED,
        ),
      ),

    remove: async (fileId) => {
      try {
        await files.delete({ fileId, supportsAllDrives: true }, inTime());

        return 'deleted';
      } catch (error) {
        if (statusOf(error) === 404) {
          return 'absent';
        }
        if (statusOf(error) !== 403 || isRateLimit(error)) {
          throw toDriveFault(error);
        }
      }
      await readAnswer(storedFile, () =>
        files.update(
          { fileId, supportsAllDrives: true, fields: 'id', requestBody: { trashed: true } },
          inTime(),
        ),
      );

      return 'trashed';
    },

    listTestFiles: async (madeBefore) => {
      const found = await list(
        fileIds,
        ` and appProperties has { key='madeBy' and value='${TEST_FILE.madeBy}' } and createdTime < '${madeBefore.toISOString()}'`,
        { orderBy: 'createdTime', pageSize: LEFTOVERS_MAX, fields: 'files(id)' },
      );

      return found.files.map(({ id }) => id);
    },
  };
};
