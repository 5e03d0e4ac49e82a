import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import { type DriveConsole, DriveFault } from '#functions/ports/drive-console.ts';
import { NO_FOLDER, NO_FOLDER_ID, toDriveFault } from './drive-fault.ts';
import { makePermissions } from './drive-permissions.ts';
import { makeTestFiles } from './drive-test-files.ts';
import { type DrivePatience, type DriveSettings, openDrive } from './open-drive.ts';
import { readAnswer } from './read-answer.ts';

/** A test reports a fault at once, so calls are not retried. */
export const CONSOLE_PATIENCE = { tryMs: 5_000, readTriesMax: 1 };

const FOLDER_TYPE = 'application/vnd.google-apps.folder';

const NO_DRIVE =
  'There is no such shared drive, or the service account is not among its members. Add it as Content manager, and see that the setting driveId is the id of the drive.';

/** The parts of the answers that are used. */
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

/** The shared drive of the PDFs, for the debug console; every call about a file sets supportsAllDrives (D7). */
export const makeDriveConsole = (
  readCredentials: ReadSecret,
  settings: DriveSettings,
  patience: DrivePatience,
): DriveConsole => {
  const opened = openDrive(readCredentials, settings, patience);
  const { drive, inTime, renewToken } = opened;

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
      const { name, capabilities } = await readAnswer(
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
      const { name, driveId, trashed, mimeType } = await readAnswer(
        folder,
        () =>
          drive.files.get(
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
      const { storageQuota } = await readAnswer(about, () =>
        drive.about.get({ fields: 'storageQuota(limit,usage)' }, inTime()),
      );

      return { limitBytes: storageQuota.limit ?? null, usedBytes: storageQuota.usage ?? 0 };
    },

    ...makeTestFiles(opened, settings),
    ...makePermissions(opened),
  };
};
