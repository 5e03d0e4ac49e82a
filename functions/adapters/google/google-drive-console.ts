import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import { type DriveConsole, DriveFault } from '#functions/ports/drive-console.ts';
import { isRateLimit, NO_FOLDER_ID, toDriveFault } from './drive-fault.ts';
import { type DrivePatience, type DriveSettings, openDrive, statusOf } from './open-drive.ts';

/** A test says what it meets, so a fault is not tried away. */
export const CONSOLE_PATIENCE = { tryMs: 5_000, readTriesMax: 1 };

/** Marks the files of the test upload. */
const TEST_FILE = { madeBy: 'debug console' };

const LEFTOVERS_MAX = 10;

/** Google gives no more at a time. */
const PERMISSIONS_MAX = 100;

const FOLDER_TYPE = 'application/vnd.google-apps.folder';

const NO_DRIVE =
  'There is no such shared drive, or the service account is not among its members. Add it as Content manager, and see that the setting driveId is the id of the drive.';
const NOT_STORED = 'The file is not there: it was not stored.';
const NO_FOLDER =
  'There is no such folder, or the service account may not see it. Restore it at the drive, or see that the setting driveFolderId is its id.';

/** The answers, as far as they are asked for: a page of HTML in their place is none. */
const sharedDrive = z.object({
  name: z.string(),
  capabilities: z.object({
    canAddChildren: z.boolean(),
    canTrashChildren: z.boolean(),
    canShare: z.boolean(),
  }),
});
const folder = z.object({
  name: z.string(),
  driveId: z.string().optional(),
  trashed: z.boolean(),
  mimeType: z.string(),
});
const about = z.object({
  storageQuota: z.object({ limit: z.coerce.number().optional(), usage: z.coerce.number().optional() }),
});
const fileNames = z.object({ files: z.array(z.object({ name: z.string() })) });
const fileIds = z.object({ files: z.array(z.object({ id: z.string() })) });
const generatedIds = z.object({ ids: z.tuple([z.string()]) });
const storedFile = z.object({ id: z.string() });
const bytes = z.instanceof(ArrayBuffer);
const permissionList = z.object({
  nextPageToken: z.string().optional(),
  permissions: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      permissionDetails: z.array(z.object({ inherited: z.boolean() })).optional(),
    }),
  ),
});
const nothing = z.union([z.undefined(), z.null(), z.literal('')]);

/** The shared drive of the PDFs, for the debug console; every call says that it is about a shared drive (D7). */
export const makeDriveConsole = (
  readCredentials: ReadSecret,
  settings: DriveSettings,
  patience: DrivePatience,
): DriveConsole => {
  const { drive, inTime, renewToken, uploadPdf } = openDrive(readCredentials, settings, patience);
  const { files, permissions } = drive;

  /** The answer of a call, or a fault that may be shown. */
  const ask = async <T>(
    schema: z.ZodType<T>,
    call: () => Promise<{ data: unknown }>,
    absent?: string,
  ): Promise<T> => {
    try {
      return schema.parse((await call()).data);
    } catch (error) {
      throw toDriveFault(error, absent);
    }
  };

  const isAbsent = (error: unknown) => error instanceof DriveFault && error.status === 404;

  const list = <T>(
    schema: z.ZodType<T>,
    query: string,
    options: { orderBy: string; pageSize: number; fields: string },
  ) =>
    ask(
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
    isConfigured: settings.driveId !== '',

    renewToken: async () => {
      try {
        await renewToken();
      } catch (error) {
        throw toDriveFault(error);
      }
    },

    readDrive: async () => {
      const { name, capabilities } = await ask(
        sharedDrive,
        () =>
          drive.drives.get(
            {
              driveId: settings.driveId,
              fields: 'name,capabilities(canAddChildren,canTrashChildren,canShare)',
            },
            inTime(),
          ),
        NO_DRIVE,
      );

      return {
        name,
        mayAddFiles: capabilities.canAddChildren,
        mayTrashFiles: capabilities.canTrashChildren,
        mayShareFiles: capabilities.canShare,
      };
    },

    readFolder: async () => {
      const { name, driveId, trashed, mimeType } = await ask(
        folder,
        () =>
          files.get(
            { fileId: settings.folderId, supportsAllDrives: true, fields: 'name,driveId,trashed,mimeType' },
            inTime(),
          ),
        NO_FOLDER,
      );
      if (driveId !== settings.driveId) {
        throw new DriveFault(
          'The folder lies on another drive. See that the settings driveId and driveFolderId belong together.',
        );
      }
      if (trashed) {
        throw new DriveFault('The folder lies in the trash. Restore it at the drive.');
      }
      if (mimeType !== FOLDER_TYPE) {
        throw new DriveFault(NO_FOLDER_ID);
      }

      return { name };
    },

    readQuota: async () => {
      const { storageQuota } = await ask(about, () =>
        drive.about.get({ fields: 'storageQuota(limit,usage)' }, inTime()),
      );

      return { limitBytes: storageQuota.limit ?? null, usedBytes: storageQuota.usage ?? 0 };
    },

    listNames: async (limit) => {
      const found = await list(fileNames, '', {
        orderBy: 'createdTime desc',
        pageSize: limit,
        fields: 'files(name)',
      });

      return found.files.map(({ name }) => name);
    },

    generateId: async () => {
      const { ids } = await ask(generatedIds, () =>
        files.generateIds({ count: 1, space: 'drive', type: 'files' }, inTime()),
      );

      return ids[0];
    },

    uploadTestFile: async ({ id, name, bytes }) => {
      await ask(storedFile, () => uploadPdf({ id, name, bytes, appProperties: TEST_FILE }), NO_FOLDER);
    },

    download: async (fileId) =>
      new Uint8Array(
        await ask(
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
      await ask(storedFile, () =>
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

    listPermissions: async (fileId) => {
      const found: z.infer<typeof permissionList>['permissions'] = [];
      let pageToken: string | undefined;
      try {
        do {
          const page = await ask(permissionList, () =>
            permissions.list(
              {
                fileId,
                supportsAllDrives: true,
                pageSize: PERMISSIONS_MAX,
                ...(pageToken && { pageToken }),
                fields: 'nextPageToken,permissions(id,type,permissionDetails(inherited))',
              },
              inTime(),
            ),
          );
          found.push(...page.permissions);
          pageToken = page.nextPageToken;
        } while (pageToken);
      } catch (error) {
        if (isAbsent(error)) {
          return undefined;
        }
        throw error;
      }

      return found.map(({ id, type, permissionDetails = [] }) => ({
        id,
        type,
        isOwn: permissionDetails.some(({ inherited }) => !inherited),
        isInherited: permissionDetails.some(({ inherited }) => inherited),
      }));
    },

    removePermission: async (fileId, permissionId) => {
      try {
        await ask(nothing, () =>
          permissions.delete({ fileId, permissionId, supportsAllDrives: true }, inTime()),
        );
      } catch (error) {
        if (!isAbsent(error)) {
          throw error;
        }
      }
    },
  };
};
