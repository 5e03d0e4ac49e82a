import * as z from 'zod';
import { DriveFault } from '#functions/ports/drive-console.ts';
import { KeyRefusedError } from './google-service-account.ts';
import { statusOf } from './open-drive.ts';

/** An error as Google words it: https://developers.google.com/workspace/drive/api/guides/handle-errors */
const googleRefusal = z.object({
  response: z.object({
    data: z.object({
      error: z.object({ errors: z.tuple([z.object({ reason: z.string() })]).rest(z.unknown()) }),
    }),
  }),
});

/** Google's word for a refusal, such as 'notFound'; nothing else of its answer is read, for it may quote ours. */
export const reasonOf = (error: unknown): string | null => {
  const reason = googleRefusal.safeParse(error).data?.response.data.error.errors[0].reason ?? '';

  return /^\w{1,64}$/.test(reason) ? reason : null;
};

const MEMBER =
  'Add the service account to the shared drive as Content manager, and see that driveId is that of the drive.';

/** What each refusal asks ops to do. */
const SENTENCES: Record<string, string> = {
  notFound: `It is not there, or the service account may not see it. ${MEMBER}`,
  insufficientFilePermissions: `The service account may not do this. ${MEMBER}`,
  insufficientPermissions: `The service account may not do this. ${MEMBER}`,
  storageQuotaExceeded:
    'There is no room. Files must lie on a shared drive, because a service account has no room of its own; see that driveId and driveFolderId are those of the shared drive.',
  teamDriveFileLimitExceeded:
    'The shared drive holds as many files as Google allows. Move old PDFs elsewhere.',
  rateLimitExceeded: 'Google was asked too often. Wait a minute and run the test again.',
  userRateLimitExceeded: 'Google was asked too often. Wait a minute and run the test again.',
  dailyLimitExceeded:
    'The quota of the Google Cloud project is used up. Raise it in the Google Cloud console.',
  accessNotConfigured:
    'The Drive API is not enabled for the Google Cloud project of the key. Enable it in the Google Cloud console.',
  cannotModifyInheritedTeamDrivePermission:
    'This permission comes from the shared drive itself. Only a person can remove it, at the drive.',
};

const NO_ANSWER = 'Google did not answer in time. See status.cloud.google.com, then run the test again.';

const isTimeout = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'TimeoutError' || current.name === 'AbortError') return true;
  }

  return false;
};

const wordStatus = (status: number | undefined): string => {
  if (status === undefined) {
    return 'The connection to Google broke. Run the test again; if it stays so, see status.cloud.google.com.';
  }
  if (status === 401)
    return 'Google does not accept the token. Replace the Drive key as docs/operations.md says.';
  if (status === 404) return SENTENCES.notFound ?? '';
  if (status === 403) return SENTENCES.insufficientFilePermissions ?? '';
  if (status === 429) return SENTENCES.rateLimitExceeded ?? '';

  return `Google answered ${status}. Run the test again; if it stays so, see status.cloud.google.com.`;
};

/** What the debug console shows of a fault: a sentence that says what to do, and no word of the answer itself. */
export const toDriveFault = (error: unknown): DriveFault => {
  if (error instanceof DriveFault) return error;
  if (error instanceof KeyRefusedError) {
    return new DriveFault(error.message, {
      reason: null,
      status: error.status,
      isTimeout: false,
      cause: error,
    });
  }

  const reason = reasonOf(error);
  const status = statusOf(error);
  const isLate = isTimeout(error);
  const sentence = isLate ? NO_ANSWER : ((reason && SENTENCES[reason]) ?? wordStatus(status));

  return new DriveFault(sentence, { reason, status: status ?? null, isTimeout: isLate, cause: error });
};
