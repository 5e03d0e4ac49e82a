import { Readable } from 'node:stream';
import { OAuth2Client } from 'google-auth-library';
import { drive_v3 } from 'googleapis/build/src/apis/drive/v3.js';
import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import { AppError } from '#shared/errors.ts';
import { exchangeServiceAccountToken, readServiceAccount } from './google-service-account.ts';

/** How long Google is waited for, in milliseconds. */
interface DrivePatience {
  /** For one try of a call, from its first byte to the last of its answer. */
  tryMs: number;
  /** What this invocation still has for its calls. */
  timeLeftMs(): number;
}

/** A PDF of 4 MB takes a second or two. */
export const DRIVE_PATIENCE = { tryMs: 8_000 };

const READ_TRIES_MAX = 2;

interface DriveSettings {
  apiUrl: string;
  driveId: string;
  folderId: string;
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

/** An error as Google words it: https://developers.google.com/workspace/drive/api/guides/handle-errors */
const googleRefusal = z.object({
  response: z.object({
    data: z.object({
      error: z.object({ errors: z.tuple([z.object({ reason: z.string() })]).rest(z.unknown()) }),
    }),
  }),
});

/** Refusals that do not pass by waiting; each sentence tells where to look. */
const SENTENCES: Record<string, string> = {
  notFound: 'The folder for PDFs cannot be found in the cloud drive storage.',
  insufficientFilePermissions: 'The portal may not write to the cloud drive storage.',
  storageQuotaExceeded: 'The cloud drive storage has no room for the PDF.',
  teamDriveFileLimitExceeded: 'The cloud drive storage has no room for the PDF.',
};

const unavailable = (cause: unknown) => {
  const reason = googleRefusal.safeParse(cause).data?.response.data.error.errors[0].reason ?? '';
  const sentence =
    SENTENCES[reason] ?? 'The cloud drive storage is not answering. Please try again in a moment.';

  return new AppError('unavailable', sentence, { cause, retryAfterSeconds: 30 });
};

/**
 * The folder of a Google shared drive as the store of PDFs. The service account is the drive's Content manager:
 * it owns no file, so every call must say supportsAllDrives (Drive API guide, "Implement shared drive support").
 */
export const makeDriveFiles = (
  readCredentials: ReadSecret,
  settings: DriveSettings,
  { tryMs, timeLeftMs }: DrivePatience,
): InvoiceFiles => {
  const auth = new OAuth2Client({ forceRefreshOnFailure: true });
  auth.refreshHandler = async () =>
    exchangeServiceAccountToken(
      readServiceAccount(await readCredentials()),
      AbortSignal.timeout(Math.min(tryMs, timeLeftMs())),
    );
  const { files } = new drive_v3.Drive({
    auth,
    rootUrl: settings.apiUrl,
    timeout: tryMs,
    retryConfig: { retry: READ_TRIES_MAX - 1, noResponseRetries: READ_TRIES_MAX - 1 },
  });

  /** Ends all tries of a call with the invocation's time, a token's exchange among them. */
  const inTime = () => ({
    signal: AbortSignal.timeout(Math.min((READ_TRIES_MAX + 1) * tryMs, timeLeftMs())),
  });

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

  const requireFolder = async () => {
    const { data } = await files.get(
      { fileId: settings.folderId, supportsAllDrives: true, fields: 'driveId,trashed' },
      inTime(),
    );
    if (data.driveId !== settings.driveId) throw new Error('The folder lies on another drive');
    if (data.trashed) throw new Error('The folder lies in the trash');
  };

  /** Google answers 404 also for all that an account lost its access to, so the folder must be there at least. */
  const isGone = async (error: unknown): Promise<boolean> =>
    statusOf(error) === 404 &&
    requireFolder().then(
      () => true,
      () => false,
    );

  return {
    generateId: async () => {
      try {
        const { data } = await files.generateIds({ count: 1, space: 'drive', type: 'files' }, inTime());
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
            { rootUrl: settings.apiUrl, ...inTime() },
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
          { responseType: 'arraybuffer', ...inTime() },
        );
        if (!(data instanceof ArrayBuffer)) throw new Error('Google answered no bytes');

        return new Uint8Array(data);
      } catch (error) {
        if (await isGone(error)) return undefined;
        throw unavailable(error);
      }
    },

    remove: async (id) => {
      try {
        await files.update(
          { fileId: id, supportsAllDrives: true, fields: 'id', requestBody: { trashed: true } },
          inTime(),
        );
      } catch (error) {
        if (await isGone(error)) return;
        throw unavailable(error);
      }
    },

    check: requireFolder,
  };
};
