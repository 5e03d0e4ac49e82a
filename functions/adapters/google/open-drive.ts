import { Readable } from 'node:stream';
import { OAuth2Client } from 'google-auth-library';
import { drive_v3 } from 'googleapis/build/src/apis/drive/v3.js';
import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import { exchangeServiceAccountToken, readServiceAccount, toReason } from './google-service-account.ts';

/** Time limits of calls to Google, in ms. */
export interface DrivePatience {
  /** For one try of a call, from its first byte to the last byte of its answer. */
  tryMs: number;
  /** Number of tries of a read that meets a fault that may pass. */
  readTriesMax: number;
  /** Time that this invocation has left for its calls. */
  timeLeftMs(): number;
}

interface PdfUpload {
  id: string;
  name: string;
  bytes: Uint8Array;
  appProperties: Record<string, string>;
}

export interface DriveSettings {
  apiUrl: string;
  driveId: string;
  folderId: string;
}

/** Returns the status that Google answered; undefined if Google did not answer. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

/** The shape of Google's errors: https://developers.google.com/workspace/drive/api/guides/handle-errors */
const googleRefusal = z.object({
  response: z.object({
    data: z.object({
      error: z.object({ errors: z.tuple([z.object({ reason: z.string() })]).rest(z.unknown()) }),
    }),
  }),
});

/**
 * Returns Google's word for a refusal, such as 'notFound'. Nothing else of its answer is read, because it may quote
 * what we sent.
 */
export const reasonOf = (error: unknown): string | null =>
  toReason(googleRefusal.safeParse(error).data?.response.data.error.errors[0].reason);

/** Returns the error as a log may show it: Google's words may quote what was sent, including the token. */
export const toLoggable = (error: unknown): unknown => {
  const [status, reason] = [statusOf(error), reasonOf(error)];

  return status === undefined
    ? error
    : new Error(`Google answered ${status}${reason === null ? '' : `, ${reason}`}`);
};

/** Opens Google Drive v3 as the service account, each call within its time limit. */
export const openDrive = (
  readCredentials: ReadSecret,
  { apiUrl, folderId }: DriveSettings,
  { tryMs, readTriesMax, timeLeftMs }: DrivePatience,
) => {
  const auth = new OAuth2Client({ forceRefreshOnFailure: true });
  auth.refreshHandler = async () =>
    exchangeServiceAccountToken(
      readServiceAccount(await readCredentials()),
      AbortSignal.timeout(Math.min(tryMs, timeLeftMs())),
    );
  const drive = new drive_v3.Drive({
    auth,
    rootUrl: apiUrl,
    timeout: tryMs,
    // A redirect would be sent the token, too, and Google never answers with one.
    redirect: 'manual',
    retryConfig: { retry: readTriesMax - 1, noResponseRetries: readTriesMax - 1 },
  });

  const inTime = () => ({ signal: AbortSignal.timeout(Math.min((readTriesMax + 1) * tryMs, timeLeftMs())) });

  return {
    drive,

    /** Requests a new token from Google. */
    renewToken: async (): Promise<void> => {
      auth.setCredentials({});
      await auth.getAccessToken();
    },

    /** Ends all tries of a call, including the exchange of a token, with the invocation's time. */
    inTime,

    /** Stores a PDF under an id that was generated for it. */
    uploadPdf: async ({ id, name, bytes, appProperties }: PdfUpload) => {
      const upload = () =>
        drive.files.create(
          {
            supportsAllDrives: true,
            fields: 'id',
            requestBody: { id, name, mimeType: 'application/pdf', parents: [folderId], appProperties },
            media: { mimeType: 'application/pdf', body: Readable.from([bytes]) },
          },
          // For an upload, the client's rootUrl must be set on the call itself.
          { rootUrl: apiUrl, ...inTime() },
        );

      try {
        return await upload();
      } catch (error) {
        // Google's client repeats a call with a new token when one is refused, but not if the body is a stream.
        if (statusOf(error) !== 401) {
          throw error;
        }
        auth.setCredentials({});

        return upload();
      }
    },
  };
};

export type OpenDrive = ReturnType<typeof openDrive>;
