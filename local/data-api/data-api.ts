import * as z from 'zod';
import { type HttpRequest, startHttpServer } from '../http/http-server.ts';
import { isSigned } from '../http/signature.ts';
import { DataApiError, toErrorAnswer } from './errors.ts';
import { makeFaults } from './faults.ts';
import { makeOperations, type Operation } from './operations.ts';
import { type DataApiLimits, makeSessions } from './sessions.ts';
import { isDatabaseRole, type SqlServer } from './sql-server.ts';

const REQUEST_BYTES_MAX = 4 * 1024 * 1024;

const AURORA_LIMITS: DataApiLimits = {
  statementTimeoutSeconds: 45,
  idleSeconds: 180,
  contendedIdleSeconds: 5,
  lifetimeSeconds: 24 * 60 * 60,
};

const OPERATIONS_BY_PATH = new Map<string, Operation>([
  ['/Execute', 'ExecuteStatement'],
  ['/BeginTransaction', 'BeginTransaction'],
  ['/CommitTransaction', 'CommitTransaction'],
  ['/RollbackTransaction', 'RollbackTransaction'],
]);

export interface DataApiOptions {
  server: SqlServer;
  /** The `username` in the secret that a call names, or undefined if there is no such secret. */
  resolveRole(secretArn: string): string | undefined | Promise<string | undefined>;
  port?: number;
  /** Fractions of a second are allowed, for tests. */
  limits?: Partial<DataApiLimits>;
}

const statementText = z.object({ sql: z.string() });

const requireSignature = ({ headers }: HttpRequest) => {
  if (!isSigned(headers)) {
    throw new DataApiError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  }
};

/** The limit counts the headers and the JSON notation, too. */
const requireRequestSize = ({ headers, body }: HttpRequest) => {
  if (body.length + JSON.stringify(headers).length > REQUEST_BYTES_MAX) {
    throw new DataApiError('BadRequestException', 'The request is larger than the limit of 4 MiB.');
  }
};

const readJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new DataApiError('SerializationException', 'The request is no JSON.');
  }
};

/**
 * Starts the RDS Data API of Aurora Serverless v2 (https://docs.aws.amazon.com/rdsdataservice/latest/APIReference) on a
 * PostgreSQL, as strict as the real one. It accepts `continueAfterTimeout`, but still stops a statement that exceeds
 * the limit.
 */
export const startDataApi = async ({ server, resolveRole, port, limits }: DataApiOptions) => {
  const findRole = async (secretArn: string) => {
    const name = await resolveRole(secretArn);
    if (name === undefined) {
      throw new DataApiError('SecretsErrorException', "Secrets Manager can't find the specified secret.");
    }
    if (!isDatabaseRole(name)) {
      const fault = `FATAL: password authentication failed for user "${name}"; SQLState: 28P01`;
      throw new DataApiError('DatabaseErrorException', fault);
    }

    return name;
  };

  const sessions = makeSessions(server, { ...AURORA_LIMITS, ...limits });
  const operations = makeOperations(sessions, findRole);
  const calls = new CallCounter();
  let comeIn: () => Promise<unknown> = async () => {};
  let hear = (_sql: string): void => {};
  const faults = makeFaults();

  const answer = async (request: HttpRequest) => {
    const operation = OPERATIONS_BY_PATH.get(request.url.pathname);
    if (request.method !== 'POST' || !operation) {
      throw new DataApiError('UnknownOperationException', 'The Data API has no such operation.', 404);
    }

    requireSignature(request);
    calls.add(operation);
    await comeIn();
    faults.throwPlanted(operation);
    requireRequestSize(request);
    const body = readJson(request.body);
    const { data: statement } = statementText.safeParse(body);
    if (statement) {
      hear(statement.sql);
    }
    const output = await operations[operation](body, request.signal);

    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(output) };
  };

  const http = await startHttpServer(async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof DataApiError) {
        return toErrorAnswer(error);
      }
      throw error;
    }
  }, port);

  return {
    url: http.url,
    calls,
    /** Delays each call by this before it is processed, for example by the duration of a call on AWS. */
    delayCalls: (wait: () => Promise<unknown>) => {
      comeIn = wait;
    },
    failNext: faults.failNext,
    /** Passes the text of each statement on before it runs. */
    hearStatements: (listener: (sql: string) => void) => {
      hear = listener;
    },
    /** Rolls back open transactions. The caller that opened the `server` closes it. */
    close: async () => {
      await http.close();
      await sessions.close();
    },
  };
};

/** Counts all received calls, including refused ones: the cost of a route on Aurora. */
class CallCounter {
  total = 0;
  byOperation: Partial<Record<Operation, number>> = {};

  add(operation: Operation) {
    this.total += 1;
    this.byOperation[operation] = (this.byOperation[operation] ?? 0) + 1;
  }

  reset() {
    this.total = 0;
    this.byOperation = {};
  }
}
