import { Readable } from 'node:stream';
import { OAuth2Client } from 'google-auth-library';
import { drive_v3 } from 'googleapis/build/src/apis/drive/v3.js';
import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import { exchangeServiceAccountToken, readServiceAccount, toReason } from './google-service-account.ts';

/** How long Google is waited for, in milliseconds. */
export interface DrivePatience {
  /** For one try of a call, from its first byte to the last of its answer. */
  tryMs: number;
  /** How often a call that reads is made when it meets a fault that may pass. */
  readTriesMax: number;
  /** What this invocation still has for its calls. */
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

/** The status that Google answered, undefined if it did not. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;

/** An error as Google words it: https://developers.google.com/workspace/drive/api/guides/handle-errors */
const googleRefusal = z.object({
  response: z.object({
    data: z.object({
      error: z.object({ errors: z.tuple([z.object({ reason: z.string() })]).rest(z.unknown()) }),
    }),
  }),
});

/** Google's word for a refusal, such as 'notFound'; nothing else of its answer is read, for it may quote ours. */
export const reasonOf = (error: unknown): string | null =>
  toReason(googleRefusal.safeParse(error).data?.response.data.error.errors[0].reason);

/** What a log shows of a fault: Google's words may quote what it was sent, the token among it. */
export const withoutWords = (error: unknown): unknown => {
  const [status, reason] = [statusOf(error), reasonOf(error)];

  return status === undefined
    ? error
    : new Error(`Google answered ${status}${reason === null ? '' : `, ${reason}`}`);
};

/** Google Drive v3 as the service account, each call in its time. */
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
    // A redirect would be sent the token, too, and Google answers none.
    redirect: 'manual',
    retryConfig: { retry: readTriesMax - 1, noResponseRetries: readTriesMax - 1 },
  });

  const inTime = () => ({ signal: AbortSignal.timeout(Math.min((readTriesMax + 1) * tryMs, timeLeftMs())) });

  return {
    drive,

    /** Asks Google for a new token. */
    renewToken: async (): Promise<void> => {
      auth.setCredentials({});
      await auth.getAccessToken();
    },

    /** Ends all tries of a call with the invocation's time, a token's exchange among them. */
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
          // Uploads take the client's rootUrl only from the call itself.
          { rootUrl: apiUrl, ...inTime() },
        );

      try {
        return await upload();
      } catch (error) {
        // Google's client asks again with a new token when one is refused, but not if the body is a stream.
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
