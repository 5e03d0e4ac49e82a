import { setTimeout as sleep } from 'node:timers/promises';
import {
  DatabaseErrorException,
  RDSDataClient,
  type RDSDataClientConfig,
  RDSDataServiceException,
} from '@aws-sdk/client-rds-data';
import { makeRequestHandler, type Patience } from '#functions/adapters/aws/request-handler.ts';
import { AppError } from '#shared/errors.ts';
import {
  type DatabaseFault,
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  readDatabaseFault,
} from './database-fault.ts';

const RESUME_PATIENCE_MS = 20_000;
const RESUME_PAUSE_MS = 1_000;

/** What a call waits for: a little longer than the 10 s after which a statement gives up waiting for a row. */
export const STATEMENT_PATIENCE = { connectMs: 5_000, callMs: 12_000 };

/** The same for migrations: a little longer than the 45 s after which the Data API stops a statement. */
export const MIGRATION_PATIENCE = { connectMs: 5_000, callMs: 50_000 };

/** The database undoes by itself what is not committed, so nobody waits long to have it undone at once. */
const ROLLBACK_PATIENCE_MS = 2_000;

/** Refused before anything was done, or undone with its transaction, for reasons that pass. */
const PASSING_REFUSALS = new Set([
  'DatabaseNotFoundException',
  'DatabaseResumingException',
  'HttpEndpointNotEnabledException',
  'InvalidResourceStateException',
  'ThrottlingException',
  'TransactionNotFoundException',
]);

const GIVEN_WAY = new Set([LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED]);

/** Whether no answer came, half an answer, or one that says that the service has a fault. */
const isUnreachable = (error: Error): boolean => {
  if (error instanceof RDSDataServiceException) {
    return error.$fault === 'server' || PASSING_REFUSALS.has(error.name);
  }

  // The first is what the network says, the second what was given up; the third came with an answer that has no end.
  return (
    'code' in error || error.name === 'AbortError' || error.name === 'TimeoutError' || '$metadata' in error
  );
};

const unreachable = (cause: Error) =>
  new AppError('unavailable', 'The portal cannot reach its database. Please try again in a moment.', {
    cause,
    retryAfterSeconds: 5,
  });

/** Who waited too long for a row, or was chosen to give way to others, may simply ask again. */
const translateFault = (fault: DatabaseFault): DatabaseFault | AppError => {
  if (fault.isAway) {
    return unreachable(fault);
  }
  if (!GIVEN_WAY.has(fault.sqlState)) {
    return fault;
  }

  return new AppError('unavailable', 'Others are changing the same record. Please try again.', {
    cause: fault,
    retryAfterSeconds: 1,
  });
};

const translate = (error: unknown): unknown => {
  if (error instanceof DatabaseErrorException) {
    return translateFault(readDatabaseFault(error.message));
  }

  return error instanceof Error && isUnreachable(error) ? unreachable(error) : error;
};

const CUT_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'ECONNREFUSED']);

const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CUT_CONNECTION.has(String(error.code));

/**
 * What may be sent again when its connection broke: a read, and the begin of a transaction that then nobody uses and
 * that holds no row. Anything else is sent once, because it may have been done. Nobody knows then whether a commit was
 * done; the caller finds out by sending the request again with its Idempotency-Key.
 */
const isRepeatable = (commandName: string | undefined, input: object): boolean =>
  commandName === 'BeginTransactionCommand' ||
  (commandName === 'ExecuteStatementCommand' &&
    (!('transactionId' in input) || input.transactionId === undefined) &&
    'sql' in input &&
    /^\s*select\b/i.test(String(input.sql)));

/** Where the Data API is, for who is no Lambda beside it. */
export type DataApiPlace = Pick<RDSDataClientConfig, 'region' | 'endpoint' | 'credentials'>;

/**
 * The Data API's client. It waits while an Aurora that had scaled to zero resumes, gives up what does not answer, and
 * turns every failure into one that names no value of a statement.
 */
export const makeDataApiClient = (patience: Patience, place: DataApiPlace = {}): RDSDataClient => {
  const client = new RDSDataClient({
    ...place,
    // A retry strategy of the SDK sees the failure but not the command, so it would send a write again, too.
    maxAttempts: 1,
    requestHandler: makeRequestHandler(patience),
  });

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const patientUntil = Date.now() + Math.min(RESUME_PATIENCE_MS, patience.timeLeftMs());
        let isSentAgain = false;

        for (;;) {
          try {
            return await next(args);
          } catch (error) {
            const isResuming = error instanceof Error && error.name === 'DatabaseResumingException';
            if (isResuming && Date.now() < patientUntil) {
              await sleep(RESUME_PAUSE_MS);
            } else if (!isSentAgain && isCut(error) && isRepeatable(commandName, args.input)) {
              isSentAgain = true;
            } else {
              throw translate(error);
            }
          }
        }
      },
    { step: 'initialize', name: 'waitForResumeAndTranslate' },
  );
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'RollbackTransactionCommand') {
          return next(args);
        }

        // Drizzle rolls back after a failure, whose cause a failed rollback must not hide.
        const undone = { response: undefined, output: { $metadata: {} } };
        const given = sleep(ROLLBACK_PATIENCE_MS).then(() => undone);

        return Promise.race([next(args).catch(() => undone), given]);
      },
    { step: 'initialize', name: 'rollBackQuietly' },
  );

  return client;
};
