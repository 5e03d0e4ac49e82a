import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';

/**
 * Makes the context that Lambda passes to a handler in addition to the event; the remaining time counts down from now.
 */
export const makeLambdaContext = (functionName: string, timeoutSeconds: number): Context => {
  const endsAt = Date.now() + timeoutSeconds * 1000;
  const requestId = randomUUID();
  const refuseCallback = () => {
    throw new Error('A handler answers with its return value, not through its context.');
  };

  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:af-south-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: requestId,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    done: refuseCallback,
    fail: refuseCallback,
    succeed: refuseCallback,
  };
};
