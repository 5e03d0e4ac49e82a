import { cut, hang } from '#local/http/broken-answers.ts';
import type { HttpAnswer, HttpRequest } from '#local/http/http-server.ts';
import { DriveError, json, toErrorAnswer } from './errors.ts';
import type { DriveOperation } from './operations.ts';

/** Refusals by Google's name for them, in addition to those that follow from the stored items. */
const REFUSALS = {
  storageQuotaExceeded: [403, "The user's Drive storage quota has been exceeded.", 'usageLimits'],
  teamDriveFileLimitExceeded: [403, 'The file limit for this shared drive has been exceeded.', 'global'],
  insufficientFilePermissions: [
    403,
    'The user does not have sufficient permissions for this file.',
    'global',
  ],
  accessNotConfigured: [
    403,
    'Google Drive API has not been used in project 100000000001 before or it is disabled.',
    'usageLimits',
  ],
  dailyLimitExceeded: [403, 'Daily Limit Exceeded', 'usageLimits'],
  rateLimitExceeded: [403, 'Rate Limit Exceeded', 'usageLimits'],
  userRateLimitExceeded: [403, 'User Rate Limit Exceeded', 'usageLimits'],
} as const;

/**
 * A fault that a test plants. Instead of doing the work, the drive answers a refusal by its reason, an error by its
 * status, a page of HTML or nothing. Faults with 'after' do the work first and then fail to confirm it.
 */
export type DriveFault =
  | number
  | keyof typeof REFUSALS
  | 'html'
  | 'hang'
  | 'cut-after'
  | 'drop-after'
  | 'hang-after';

type Work = () => HttpAnswer | Promise<HttpAnswer>;

const SORRY_PAGE: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: "<!DOCTYPE html><html><head><title>Sorry…</title></head><body><h1>We're sorry…</h1></body></html>",
};

/** Words a refusal in the token endpoint's form, which differs from the API's (RFC 6749, section 5.2). */
const refuseToken = (status: number) => {
  if (status >= 500) {
    return json(status, { error: 'internal_failure' });
  }

  return status === 401
    ? json(401, {
        error: 'unauthorized_client',
        error_description: 'Client is unauthorized to retrieve access tokens using this method.',
      })
    : json(status, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
};

/** Words Google's answer to too many requests, or to a fault of its servers. */
const refuseByStatus = (status: number) => {
  const reasons: Record<number, DriveError> = {
    401: new DriveError(401, 'authError', 'Invalid Credentials', {
      location: 'Authorization',
      locationType: 'header',
    }),
    403: new DriveError(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded', undefined, 'usageLimits'),
    404: new DriveError(404, 'notFound', 'File not found: .', {
      location: 'fileId',
      locationType: 'parameter',
    }),
    429: new DriveError(429, 'rateLimitExceeded', 'Rate Limit Exceeded', undefined, 'usageLimits'),
  };

  return toErrorAnswer(reasons[status] ?? new DriveError(status, 'backendError', 'Backend Error'));
};

const fail = async (
  operation: DriveOperation,
  fault: DriveFault,
  request: HttpRequest,
  work: Work,
): Promise<HttpAnswer | undefined> => {
  if (typeof fault === 'number') {
    return operation === 'token' ? refuseToken(fault) : refuseByStatus(fault);
  }
  if (fault === 'html') {
    return SORRY_PAGE;
  }
  if (fault === 'hang') {
    return hang(request);
  }
  if (fault === 'cut-after') {
    return cut(await work());
  }
  if (fault === 'drop-after' || fault === 'hang-after') {
    await work();

    return fault === 'hang-after' ? hang(request) : undefined;
  }
  const [status, message, domain] = REFUSALS[fault];

  return toErrorAnswer(new DriveError(status, fault, message, undefined, domain));
};

export const makeFaults = () => {
  const planted = new Map<DriveOperation, DriveFault[]>();

  return {
    /** Makes the next calls of an operation fail. */
    failNext: (operation: DriveOperation, fault: DriveFault, times = 1) => {
      planted.set(operation, [
        ...(planted.get(operation) ?? []),
        ...new Array<DriveFault>(times).fill(fault),
      ]);
    },

    /** Removes planted faults that no call has met. */
    forget: () => {
      planted.clear();
    },

    run: (operation: DriveOperation, request: HttpRequest, work: Work) => {
      const fault = planted.get(operation)?.shift();

      return fault === undefined ? work() : fail(operation, fault, request, work);
    },
  };
};
