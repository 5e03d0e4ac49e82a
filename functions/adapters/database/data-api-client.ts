import { DatabaseErrorException, RDSDataClient } from '@aws-sdk/client-rds-data';
import { AppError } from '#shared/errors.ts';
import {
  type DatabaseFault,
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  readDatabaseFault,
} from './database-fault.ts';

const RESUME_PATIENCE_MS = 20_000;
const RESUME_PAUSE_MS = 1_000;

const UNREACHABLE = new Set([
  'DatabaseUnavailableException',
  'ServiceUnavailableError',
  'InternalServerErrorException',
  'HttpEndpointNotEnabledException',
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
]);

const GIVEN_WAY = new Set([LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED]);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Who waited too long for a row, or was chosen to give way to others, may simply ask again. */
const refuseIfBusy = (fault: DatabaseFault): DatabaseFault | AppError =>
  GIVEN_WAY.has(fault.sqlState)
    ? new AppError('unavailable', 'Others are changing the same record. Please try again.', {
        cause: fault,
        retryAfterSeconds: 1,
      })
    : fault;

const translate = (error: unknown): unknown => {
  if (error instanceof DatabaseErrorException) return refuseIfBusy(readDatabaseFault(error.message));
  if (!(error instanceof Error)) return error;

  const code = 'code' in error ? String(error.code) : '';
  if (UNREACHABLE.has(error.name) || UNREACHABLE.has(code) || error.name === 'DatabaseResumingException') {
    return new AppError(
      'unavailable',
      'The portal cannot reach its database. Please try again in a moment.',
      {
        cause: error,
        retryAfterSeconds: 5,
      },
    );
  }

  return error;
};

/**
 * The Data API's client. It waits while an Aurora that had scaled to zero resumes, which the SDK itself does
 * not retry, and turns every failure into one that names no value of a statement.
 */
export const makeDataApiClient = (): RDSDataClient => {
  const client = new RDSDataClient({});

  client.middlewareStack.add(
    (next) => async (args) => {
      const patientUntil = Date.now() + RESUME_PATIENCE_MS;

      for (;;) {
        try {
          return await next(args);
        } catch (error) {
          const isResuming = error instanceof Error && error.name === 'DatabaseResumingException';
          if (!isResuming || Date.now() > patientUntil) throw translate(error);
          await pause(RESUME_PAUSE_MS);
        }
      }
    },
    { step: 'initialize', name: 'waitForResumeAndTranslate' },
  );

  return client;
};
