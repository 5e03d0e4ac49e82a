/**
 * A Lambda's runtime in a separate process: imports the handler that its arguments name, a file and an export, and
 * answers events that arrive over the channel to its parent. Apart from the handler it imports only Node's modules.
 */
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';

export interface Invocation {
  event: unknown;
  requestId: string;
  timeoutMs: number;
}

export interface Failure {
  errorType: string;
  errorMessage: string;
}

export type Outcome = { result: unknown } | Failure;

type Handler = (event: unknown, context: Context) => Promise<unknown>;

const [file = '', name = ''] = process.argv.slice(2);

const answer = (outcome: Outcome | 'ready') => process.send?.(outcome);

const describe = (error: unknown): Outcome =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message }
    : { errorType: 'Error', errorMessage: String(error) };

const makeContext = ({ requestId, timeoutMs }: Invocation): Context => {
  const endsAt = Date.now() + timeoutMs;
  const functionName = process.env.AWS_LAMBDA_FUNCTION_NAME ?? '';
  const refuseCallback = () => {
    throw new Error('A handler answers with its return value, not through its context.');
  };

  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION}:000000000000:function:${functionName}`,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? '',
    awsRequestId: requestId,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME ?? '',
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME ?? '',
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    done: refuseCallback,
    fail: refuseCallback,
    succeed: refuseCallback,
  };
};

const start = async (): Promise<Handler> => {
  const module: Record<string, unknown> = await import(pathToFileURL(file).href);
  const handler = module[name];
  if (typeof handler !== 'function') {
    throw new Error(`${file} exports no function ${name}.`);
  }
  // Lambda's runtime for Node 24 refuses handlers with a callback.
  if (handler.length > 2) {
    throw new Error(`${name} of ${file} takes a callback.`);
  }

  // Node's list of its own modules that are loaded, which has no type.
  const builtins: string[] = Reflect.get(process, 'moduleLoadList');
  if (builtins.some((name) => name.includes('undici'))) {
    throw new Error(`${file} loads undici as it starts, which takes a seventh of that time (ADR 11).`);
  }

  return (event, context) => handler(event, context);
};

try {
  const handler = await start();
  process.on('message', async (invocation: Invocation) => {
    const outcome = await handler(invocation.event, makeContext(invocation)).then(
      (result): Outcome => ({ result }),
      describe,
    );
    answer(outcome);
  });
  answer('ready');
} catch (error) {
  answer(describe(error));
}
process.on('disconnect', () => process.exit());
