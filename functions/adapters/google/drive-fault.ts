import * as z from 'zod';
import { DriveFault } from '#functions/ports/drive-console.ts';
import { AppError, isTimeout } from '#shared/errors.ts';
import { KeyRefusedError } from './google-service-account.ts';
import { reasonOf, statusOf, toLoggable } from './open-drive.ts';

const AGAIN = 'Run the test again; if it stays so, see www.google.com/appsstatus.';

const NO_ANSWER = `Google did not answer in time. ${AGAIN}`;
const BROKEN = `The connection to Google broke. ${AGAIN}`;
const UNREADABLE = `What came back is no answer of the Drive API. ${AGAIN}`;
const TOO_OFTEN = 'Google was asked too often. Wait a minute and run the test again.';
const NOT_FOUND = 'It is not on the drive, or the service account may not see it.';
const NOT_ALLOWED =
  'The service account may not do this. Make it a Content manager of the shared drive, at the drive.';

export const NO_FOLDER =
  'There is no such folder, or the service account may not see it. Restore it at the drive, or see that the setting driveFolderId is its id.';

export const NO_FOLDER_ID = 'The setting driveFolderId is the id of a file. It must be that of a folder.';

/** Advice to the operators for each refusal. */
const BY_REASON: Record<string, string> = {
  insufficientFilePermissions: NOT_ALLOWED,
  insufficientPermissions: NOT_ALLOWED,
  storageQuotaExceeded:
    "There is no room. A service account has none of its own, so see that driveId and driveFolderId name a shared drive and its folder; if they do, the organisation's storage is full.",
  teamDriveFileLimitExceeded:
    'The shared drive holds as many items as Google allows, its trash included. Empty the trash or move old PDFs elsewhere.',
  parentNotAFolder: NO_FOLDER_ID,
  rateLimitExceeded: TOO_OFTEN,
  userRateLimitExceeded: TOO_OFTEN,
  dailyLimitExceeded:
    "The day's calls of the Google Cloud project are used up. Ask for more in the Google Cloud console.",
  accessNotConfigured:
    'The Drive API is not enabled in the Google Cloud project of the key. Enable it in the Google Cloud console.',
  cannotModifyInheritedTeamDrivePermission:
    'This permission comes from the shared drive itself. Only a person can remove it, at the drive.',
};

const BY_STATUS: Record<number, string> = {
  401: "Google does not accept the token. Replace the Drive key as docs/operations/run.md says ('The Drive key').",
  403: NOT_ALLOWED,
  404: NOT_FOUND,
  429: TOO_OFTEN,
};

/** True if a 403 is about the number of calls and not about permissions. */
export const isRateLimit = (error: unknown): boolean => BY_REASON[reasonOf(error) ?? ''] === TOO_OFTEN;

const wordFault = (error: unknown, absent: string | undefined): string => {
  const [reason, status] = [reasonOf(error), statusOf(error)];
  if (isTimeout(error)) {
    return NO_ANSWER;
  }
  // An answer that cannot be read has no status, or that of a success.
  if (error instanceof SyntaxError || error instanceof z.ZodError) {
    return UNREADABLE;
  }
  if (status === undefined || status < 300) {
    return BROKEN;
  }
  if (status === 404 && absent) {
    return absent;
  }

  return (reason && BY_REASON[reason]) ?? BY_STATUS[status] ?? `Google answered ${status}. ${AGAIN}`;
};

/**
 * Turns an error into what the debug console shows: a sentence that says what to do, and nothing of the answer
 * itself. `absent` is the sentence for a 404.
 */
export const toDriveFault = (error: unknown, absent?: string): DriveFault => {
  if (error instanceof DriveFault) {
    return error;
  }
  if (error instanceof KeyRefusedError) {
    return new DriveFault(error.message, { reason: error.reason, status: error.status, cause: error });
  }
  if (error instanceof AppError) {
    return new DriveFault(error.message, { cause: error });
  }

  const status = statusOf(error) ?? null;

  return new DriveFault(wordFault(error, absent), {
    reason: reasonOf(error),
    status: status !== null && status < 300 ? null : status,
    cause: toLoggable(error),
  });
};
