import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach } from 'vitest';
import { startQueue } from '#local/queue/queue.ts';

export const VISIBILITY_SECONDS = 0.3;
const LONG_POLL_SECONDS = 20;

type Server = Awaited<ReturnType<typeof startQueue<'pdf' | 'patient'>>>;

let folder: string;
export let server: Server;
export let client: SQSClient;
/** Address of a queue whose messages come back quickly, for tests of the timeout. */
export let queueUrl: string;
/** Address of a queue for all other tests: its messages stay hidden for as long as a test runs. */
export let patientUrl: string;

export const startServer = async (port = 0) => {
  server = await startQueue({
    folder,
    port,
    queues: {
      pdf: { visibilityTimeoutSeconds: VISIBILITY_SECONDS, maxReceiveCount: 2 },
      patient: { visibilityTimeoutSeconds: 30, maxReceiveCount: 2 },
    },
  });
  queueUrl = server.queueUrl('pdf');
  patientUrl = server.queueUrl('patient');
};

export const start = async () => {
  await startServer();
  client = new SQSClient({
    endpoint: server.url,
    region: 'af-south-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
};

export const stop = async () => {
  client.destroy();
  await server.close();
};

/** Opens new queues for each test of a file, and a `client` for them. */
export const openLocalQueue = () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'queue-'));
    await start();
  });

  afterEach(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
};

export const send = (body: string, options: Partial<SendMessageCommandInput> = {}) =>
  client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body, ...options }));

export const receive = async (url = queueUrl, waitSeconds = 0, count = 1): Promise<Message[]> => {
  const { Messages: messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: count,
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
    }),
  );

  return messages;
};

/** Receives the next message; waits for it and not for a fixed time. */
export const receiveNext = async (url = queueUrl) => {
  const [message] = await receive(url, LONG_POLL_SECONDS);
  if (!message?.ReceiptHandle) {
    throw new Error('No message came.');
  }

  return { ...message, ReceiptHandle: message.ReceiptHandle };
};

export const remove = (receiptHandle: string, url = queueUrl) =>
  client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receiptHandle }));

export const changeVisibility = (receiptHandle: string, seconds: number, url = patientUrl) =>
  client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: url,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  );

export const readCounts = async (url = queueUrl) => {
  const { Attributes: attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
  );

  return {
    visible: Number(attributes?.ApproximateNumberOfMessages),
    inFlight: Number(attributes?.ApproximateNumberOfMessagesNotVisible),
    delayed: Number(attributes?.ApproximateNumberOfMessagesDelayed),
  };
};

/** Makes a round trip, after which the server has processed everything sent or cut before. */
export const letServerNotice = () => readCounts();

export const EMPTY = { visible: 0, inFlight: 0, delayed: 0 };
