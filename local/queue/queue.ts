import { join } from 'node:path';
import * as z from 'zod';
import { type HttpRequest, startHttpServer } from '../http/http-server.ts';
import { isSigned } from '../http/signature.ts';
import { actions } from './actions.ts';
import { invalidParameter, json, QueueError, toErrorAnswer } from './errors.ts';
import { type MessageQueue, makeMessageQueue } from './message-queue.ts';

const ACCOUNT_ID = '000000000000';
const DEAD_LETTER_VISIBILITY_SECONDS = 30;

interface QueueOptions {
  /** Fractions of a second are allowed, for tests. */
  visibilityTimeoutSeconds: number;
  /** Number of receives without a delete after which a message moves to the dead-letter queue. */
  maxReceiveCount: number;
  /** Name of the dead-letter queue; derived from its queue's name by default. */
  deadLettersName?: string;
}

interface QueueServerOptions<Name extends string> {
  queues: Record<Name, QueueOptions>;
  /** Folder in which messages survive a restart; without it they are kept in memory. */
  folder?: string;
  port?: number;
}

const nameDeadLetters = (name: string) => `${name}-dead-letters`;

const urlOf = (origin: string, name: string) => `${origin}/${ACCOUNT_ID}/${name}`;

const findQueue = (queues: Map<string, MessageQueue>, name: string | undefined) => {
  const queue = queues.get(name ?? '');
  if (!queue) {
    throw new QueueError('QueueDoesNotExist', 'The specified queue does not exist.');
  }

  return queue;
};

const requireSignature = (request: HttpRequest) => {
  if (!isSigned(request.headers)) {
    throw new QueueError(
      'MissingAuthenticationToken',
      'Request must contain a valid (registered) AWS access key ID.',
      403,
    );
  }
};

const readInput = (request: HttpRequest) => {
  try {
    return anyInput.parse(JSON.parse(request.body.toString()));
  } catch (cause) {
    throw Object.assign(invalidParameter('The request is not valid JSON.'), { cause });
  }
};

/**
 * Starts SQS with its JSON protocol (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference). Its
 * standard queues exist from the start, each with its dead-letter queue.
 */
export const startQueue = async <Name extends string>(options: QueueServerOptions<Name>) => {
  const queues = new Map<string, MessageQueue>();
  for (const [name, settings] of Object.entries<QueueOptions>(options.queues)) {
    const deadLettersName = settings.deadLettersName ?? nameDeadLetters(name);
    const deadLetters = makeMessageQueue({
      name: deadLettersName,
      visibilityTimeoutSeconds: DEAD_LETTER_VISIBILITY_SECONDS,
      folder: options.folder && join(options.folder, deadLettersName),
    });
    const queue = makeMessageQueue({
      name,
      visibilityTimeoutSeconds: settings.visibilityTimeoutSeconds,
      folder: options.folder && join(options.folder, name),
      redrive: { maxReceiveCount: settings.maxReceiveCount, deadLetters },
    });
    queues.set(name, queue).set(deadLetters.name, deadLetters);
  }

  const answer = async (request: HttpRequest) => {
    requireSignature(request);
    const name = /^AmazonSQS\.(\w+)$/.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
    const { QueueUrl, QueueName, ...input } = readInput(request);
    if (name === 'GetQueueUrl') {
      return json(200, { QueueUrl: urlOf(request.url.origin, findQueue(queues, QueueName).name) });
    }

    const action = actions[name];
    if (!action) {
      throw new QueueError('UnsupportedOperation', `This SQS does not know the operation ${name}.`);
    }
    const queue = findQueue(queues, QueueUrl?.split('/').at(-1));

    return json(200, await action(queue, input, request.signal));
  };

  const server = await startHttpServer(async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof QueueError) {
        return toErrorAnswer(error);
      }
      throw error;
    }
  }, options.port);

  return {
    url: server.url,
    close: server.close,
    queueUrl: (name: Name) => urlOf(server.url, name),
    deadLettersUrl: (name: Name) =>
      urlOf(server.url, options.queues[name].deadLettersName ?? nameDeadLetters(name)),
    /** Sends a message as another service of AWS does. */
    send: async (name: Name, body: string): Promise<void> => {
      findQueue(queues, name).send(body, 0);
    },
    /** Holds back every message of a queue until the returned function is called. */
    hold: (name: Name) => findQueue(queues, name).hold(),
  };
};

const anyInput = z.looseObject({ QueueUrl: z.string().optional(), QueueName: z.string().optional() });
