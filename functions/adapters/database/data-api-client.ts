import { setTimeout as sleep } from 'node:timers/promises';
import {
  DatabaseErrorException,
  RDSDataClient,
  type RDSDataClientConfig,
  RDSDataServiceException,
} from '@aws-sdk/client-rds-data';
import { makeRequestHandler, type Patience } from '#functions/adapters/aws/request-handler.ts';
import { AppError, changedByOthers, MONTH_IS_CLOSED, SIGN_IN_PLEASE } from '#shared/errors.ts';
import {
  type DatabaseFault,
  DEADLOCK_DETECTED,
  LOCK_NOT_AVAILABLE,
  MONTH_CLOSED,
  readDatabaseFault,
  SESSION_NOT_LIVE,
} from './database-fault.ts';

/** Time limits of a call: a little longer than the 10 s after which a statement stops waiting for a row. */
export const STATEMENT_PATIENCE = { connectMs: 5_000, callMs: 12_000 };

/** As above, for migrations: a little longer than the 45 s after which the Data API stops a statement. */
export const MIGRATION_PATIENCE = { connectMs: 5_000, callMs: 50_000 };

/** The database itself undoes what is not committed, so nobody waits long for an immediate rollback. */
const ROLLBACK_PATIENCE_MS = 2_000;

/** Temporary refusals of work that was not begun, or was undone with its transaction. */
const PASSING_REFUSALS = new Set([
  'DatabaseNotFoundException',
  'DatabaseResumingException',
  'HttpEndpointNotEnabledException',
  'InvalidResourceStateException',
  'ThrottlingException',
  'TransactionNotFoundException',
]);

const LOCK_CONFLICTS = new Set([LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED]);

/** True if there was no answer, half an answer, or one that reports a fault of the service. */
const isUnreachable = (error: Error): boolean => {
  if (error instanceof RDSDataServiceException) {
    return error.$fault === 'server' || PASSING_REFUSALS.has(error.name);
  }

  // In this order: a network error, a call that was given up, an incomplete answer.
  return (
    'code' in error || error.name === 'AbortError' || error.name === 'TimeoutError' || '$metadata' in error
  );
};

const unreachable = (cause: Error) =>
  new AppError('unavailable', 'The portal cannot reach its database. Please try again in a moment.', {
    cause,
    retryAfterSeconds: 5,
  });

/** A caller that waited too long for a row, or was chosen to yield to others, may simply try again. */
const translateFault = (fault: DatabaseFault): DatabaseFault | AppError => {
  if (fault.isAway) {
    return unreachable(fault);
  }
  if (fault.sqlState === SESSION_NOT_LIVE) {
    return new AppError('unauthenticated', SIGN_IN_PLEASE, { cause: fault });
  }
  if (fault.sqlState === MONTH_CLOSED) {
    return new AppError('month_closed', MONTH_IS_CLOSED, { cause: fault });
  }

  return LOCK_CONFLICTS.has(fault.sqlState) ? changedByOthers(fault) : fault;
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
 * True for commands that may be sent again after their connection broke: a read, and the begin of a transaction,
 * which then nobody uses and which locks no row. Any other command is sent once, because it may have been done. After
 * a commit nobody knows whether it was done; the caller finds out by repeating the request with its Idempotency-Key.
 */
const isRepeatable = (commandName: string | undefined, input: object): boolean =>
  commandName === 'BeginTransactionCommand' ||
  (commandName === 'ExecuteStatementCommand' &&
    (!('transactionId' in input) || input.transactionId === undefined) &&
    'sql' in input &&
    /^\s*select\b/i.test(String(input.sql)));

/** Address of the Data API, for callers that do not run as a Lambda next to it. */
export type DataApiPlace = Pick<RDSDataClientConfig, 'region' | 'endpoint' | 'credentials'>;

/**
 * The Data API's client. It gives up a call without an answer, and turns every failure into an error that contains no
 * value of a statement.
 */
export const makeDataApiClient = (patience: Patience, place: DataApiPlace = {}): RDSDataClient => {
  const client = new RDSDataClient({
    ...place,
    // The SDK's retry strategies see the failure but not the command, so they would repeat a write, too.
    maxAttempts: 1,
    requestHandler: makeRequestHandler(patience),
  });

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        try {
          return await next(args).catch((error: unknown) => {
            if (isCut(error) && isRepeatable(commandName, args.input)) {
              return next(args);
            }
            throw error;
          });
        } catch (error) {
          throw translate(error);
        }
      },
    { step: 'initialize', name: 'repeatAndTranslate' },
  );
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'RollbackTransactionCommand') {
          return next(args);
        }

        // Drizzle rolls back after a failure; a failing rollback must not hide the cause of that failure.
        const undone = { response: undefined, output: { $metadata: {} } };
        const given = sleep(ROLLBACK_PATIENCE_MS).then(() => undone);

        return Promise.race([next(args).catch(() => undone), given]);
      },
    { step: 'initialize', name: 'rollBackQuietly' },
  );

  return client;
};
