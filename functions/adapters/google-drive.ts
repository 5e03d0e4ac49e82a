import { Readable } from 'node:stream';
import { OAuth2Client } from 'google-auth-library';
import { drive_v3 } from 'googleapis/build/src/apis/drive/v3.js';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import { AppError } from '#shared/errors.ts';
import { exchangeServiceAccountToken, readServiceAccount } from './google-service-account.ts';
import type { ReadSecret } from './secrets.ts';

const TIMEOUT_MS = 10_000;

interface DriveSettings {
  apiUrl: string;
  driveId: string;
  folderId: string;
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

const unavailable = (cause: unknown) =>
  new AppError('unavailable', 'The cloud drive storage is not answering. Please try again in a moment.', {
    cause,
    retryAfterSeconds: 30,
  });

/**
 * The folder of a Google shared drive as the store of PDFs. The service account is the drive's Content manager:
 * it owns no file, so every call must say supportsAllDrives (Drive API guide, "Implement shared drive support").
 */
export const makeDriveFiles = (readCredentials: ReadSecret, settings: DriveSettings): InvoiceFiles => {
  const auth = new OAuth2Client({ forceRefreshOnFailure: true });
  auth.refreshHandler = async () =>
    exchangeServiceAccountToken(readServiceAccount(await readCredentials()), TIMEOUT_MS);
  const { files } = new drive_v3.Drive({ auth, rootUrl: settings.apiUrl, timeout: TIMEOUT_MS });

  /** Google's client asks again with a new token when one is refused, but not if the body is a stream, as here. */
  const uploadWithFreshToken = async (upload: () => Promise<unknown>) => {
    try {
      await upload();
    } catch (error) {
      if (statusOf(error) !== 401) throw error;
      auth.setCredentials({});
      await upload();
    }
  };

  return {
    generateId: async () => {
      try {
        const { data } = await files.generateIds({ count: 1, space: 'drive', type: 'files' });
        const id = data.ids?.[0];
        if (!id) throw new Error('Google answered no file id');

        return id;
      } catch (error) {
        throw unavailable(error);
      }
    },

    upload: async ({ id, name, bytes, invoiceNumber }) => {
      try {
        await uploadWithFreshToken(() =>
          files.create(
            {
              supportsAllDrives: true,
              fields: 'id',
              requestBody: {
                id,
                name,
                mimeType: 'application/pdf',
                parents: [settings.folderId],
                appProperties: { invoiceNumber },
              },
              media: { mimeType: 'application/pdf', body: Readable.from([bytes]) },
            },
            // Uploads take the client's rootUrl only from the call itself.
            { rootUrl: settings.apiUrl },
          ),
        );
      } catch (error) {
        // The id was generated for this file alone: an earlier try stored it.
        if (statusOf(error) === 409) return;
        throw unavailable(error);
      }
    },

    download: async (id) => {
      try {
        const { data } = await files.get(
          { fileId: id, alt: 'media', supportsAllDrives: true },
          { responseType: 'arraybuffer' },
        );
        if (!(data instanceof ArrayBuffer)) throw new Error('Google answered no bytes');

        return new Uint8Array(data);
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw unavailable(error);
      }
    },

    remove: async (id) => {
      try {
        await files.update({
          fileId: id,
          supportsAllDrives: true,
          fields: 'id',
          requestBody: { trashed: true },
        });
      } catch (error) {
        if (statusOf(error) === 404) return;
        throw unavailable(error);
      }
    },

    check: async () => {
      const { data } = await files.get({
        fileId: settings.folderId,
        supportsAllDrives: true,
        fields: 'driveId,trashed',
      });
      if (data.driveId !== settings.driveId) throw new Error('The folder lies on another drive');
      if (data.trashed) throw new Error('The folder lies in the trash');
    },
  };
};
