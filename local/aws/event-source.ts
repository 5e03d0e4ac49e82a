import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import { makeLambdaContext } from './lambda-context.ts';

const CONCURRENCY_MIN = 2;
const CONCURRENCY_MAX = 1000;
const RETRY_SECONDS = 1;

interface EventSourceOptions {
  client: SQSClient;
  queueUrl: string;
  functionName: string;
  handler: (event: SQSEvent, context: Context) => Promise<unknown>;
  /** The function's timeout; an invocation that takes longer counts as failed. */
  timeoutSeconds: number;
  maxConcurrency: number;
  logError: (message: string, error: unknown) => void;
}

const checkSettings = async ({ client, queueUrl, timeoutSeconds, maxConcurrency }: EventSourceOptions) => {
  const { Attributes: attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn', 'VisibilityTimeout'] }),
  );
  const visibilitySeconds = Number(attributes?.VisibilityTimeout);
  if (visibilitySeconds < timeoutSeconds) {
    throw new Error(
      `Queue visibility timeout: ${visibilitySeconds} seconds is less than Function timeout: ${timeoutSeconds} seconds`,
    );
  }
  if (maxConcurrency < CONCURRENCY_MIN || maxConcurrency > CONCURRENCY_MAX) {
    throw new Error(`MaximumConcurrency must be between ${CONCURRENCY_MIN} and ${CONCURRENCY_MAX}`);
  }

  return attributes?.QueueArn ?? '';
};

const receive = async ({ client, queueUrl }: EventSourceOptions, signal: AbortSignal) => {
  const { Messages: messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 1,
      WaitTimeSeconds: 20,
      MessageSystemAttributeNames: ['All'],
    }),
    { abortSignal: signal },
  );

  return messages;
};

const toRecord = (message: Message, queueArn: string): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: {
    ApproximateReceiveCount: message.Attributes?.ApproximateReceiveCount ?? '',
    SentTimestamp: message.Attributes?.SentTimestamp ?? '',
    SenderId: message.Attributes?.SenderId ?? '',
    ApproximateFirstReceiveTimestamp: message.Attributes?.ApproximateFirstReceiveTimestamp ?? '',
  },
  messageAttributes: {},
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: 'af-south-1',
});

/** Rejects when the handler throws or runs out of time. */
const invoke = async ({ handler, functionName, timeoutSeconds }: EventSourceOptions, record: SQSRecord) => {
  const timer = new AbortController();
  const timeout = async () => {
    await sleep(timeoutSeconds * 1000, undefined, { signal: timer.signal });
    throw new Error(`Task timed out after ${timeoutSeconds.toFixed(2)} seconds`);
  };

  try {
    const context = makeLambdaContext(functionName, timeoutSeconds);
    await Promise.race([handler({ Records: [record] }, context), timeout()]);
  } finally {
    timer.abort();
  }
};

/**
 * Starts Lambda's event source mapping of a queue, with batch size 1: invokes the handler with one message at a time,
 * at most `maxConcurrency` in parallel, deletes the message if the handler succeeds and otherwise leaves it to the
 * visibility timeout. Rejects settings that Lambda refuses.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export const startEventSource = async (options: EventSourceOptions) => {
  const { client, queueUrl, functionName, logError } = options;
  const queueArn = await checkSettings(options);
  const closing = new AbortController();

  const handle = async (message: Message) => {
    try {
      await invoke(options, toRecord(message, queueArn));
    } catch (error) {
      logError(`${functionName} failed on message ${message.MessageId}`, error);

      return;
    }
    await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle }));
  };

  const poll = async () => {
    while (!closing.signal.aborted) {
      try {
        for (const message of await receive(options, closing.signal)) {
          await handle(message);
        }
      } catch (error) {
        if (closing.signal.aborted) {
          return;
        }
        logError(`${functionName} cannot reach its queue`, error);
        await sleep(RETRY_SECONDS * 1000, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  };

  const pollers = Array.from({ length: options.maxConcurrency }, poll);

  return {
    /** Takes no more messages and resolves when the running invocations have ended. */
    close: async () => {
      closing.abort();
      await Promise.all(pollers);
    },
  };
};
