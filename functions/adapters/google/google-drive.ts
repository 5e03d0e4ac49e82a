import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import type { InvoiceFile, InvoiceFiles } from '#functions/ports/invoice-files.ts';
import { AppError } from '#shared/errors.ts';
import {
  type DrivePatience,
  type DriveSettings,
  openDrive,
  reasonOf,
  statusOf,
  toLoggable,
} from './open-drive.ts';

/** A PDF of 4 MB takes a second or two. */
export const DRIVE_PATIENCE = { tryMs: 8_000, readTriesMax: 2 };

/** Refusals that waiting does not mend; each sentence says where to look. */
const SENTENCES: Record<string, string> = {
  notFound: 'The folder for PDFs cannot be found in the cloud drive storage.',
  insufficientFilePermissions: 'The portal may not write to the cloud drive storage.',
  storageQuotaExceeded: 'The cloud drive storage has no room for the PDF.',
  teamDriveFileLimitExceeded: 'The cloud drive storage has no room for the PDF.',
};

const unavailable = (fault: unknown) => {
  const reason = reasonOf(fault) ?? '';
  const sentence =
    SENTENCES[reason] ?? 'The cloud drive storage is not answering. Please try again in a moment.';

  return new AppError('unavailable', sentence, { cause: toLoggable(fault), retryAfterSeconds: 30 });
};

/**
 * Stores PDFs in a folder of a Google shared drive. The service account is the drive's Content manager: it owns no
 * file, so every call must set supportsAllDrives (Drive API guide, "Implement shared drive support").
 */
export const makeDriveFiles = (
  readCredentials: ReadSecret,
  settings: DriveSettings,
  patience: DrivePatience,
): Required<InvoiceFiles> => {
  const { drive, inTime, uploadPdf } = openDrive(readCredentials, settings, patience);
  const { files, drives } = drive;

  const requireFolder = async () => {
    const { data } = await files.get(
      { fileId: settings.folderId, supportsAllDrives: true, fields: 'driveId,trashed' },
      inTime(),
    );
    if (data.driveId !== settings.driveId) {
      throw new Error('The folder lies on another drive');
    }
    if (data.trashed) {
      throw new Error('The folder lies in the trash');
    }
  };

  const requirePlaceOf = async ({ driveId }: InvoiceFile) => {
    if (driveId === null || driveId === settings.driveId) {
      await requireFolder();
    } else {
      await drives.get({ driveId, fields: 'id' }, inTime());
    }
  };

  /**
   * Google also answers 404 for everything that an account lost access to, so the file is gone only if its folder or
   * drive can still be read.
   */
  const isGone = async (error: unknown, file: InvoiceFile): Promise<boolean> =>
    statusOf(error) === 404 &&
    requirePlaceOf(file).then(
      () => true,
      () => false,
    );

  return {
    driveId: settings.driveId,

    generateId: async () => {
      try {
        const { data } = await files.generateIds({ count: 1, space: 'drive', type: 'files' }, inTime());
        const id = data.ids?.[0];
        if (!id) {
          throw new Error('Google answered no file id');
        }

        return id;
      } catch (error) {
        throw unavailable(error);
      }
    },

    upload: async ({ id, name, bytes, documentNumber }) => {
      try {
        await uploadPdf({ id, name, bytes, appProperties: { documentNumber } });
      } catch (error) {
        // The id was generated for this file alone: an earlier try stored it.
        if (statusOf(error) === 409) {
          return;
        }
        throw unavailable(error);
      }
    },

    download: async (file) => {
      try {
        const { data } = await files.get(
          { fileId: file.id, alt: 'media', supportsAllDrives: true },
          { responseType: 'arraybuffer', ...inTime() },
        );
        if (!(data instanceof ArrayBuffer)) {
          throw new Error('Google answered no bytes');
        }

        return new Uint8Array(data);
      } catch (error) {
        if (await isGone(error, file)) {
          return undefined;
        }
        throw unavailable(error);
      }
    },

    remove: async (file) => {
      try {
        await files.update(
          { fileId: file.id, supportsAllDrives: true, fields: 'id', requestBody: { trashed: true } },
          inTime(),
        );
      } catch (error) {
        if (await isGone(error, file)) {
          return;
        }
        throw unavailable(error);
      }
    },

    check: () =>
      requireFolder().catch((error) => {
        throw toLoggable(error);
      }),
  };
};
