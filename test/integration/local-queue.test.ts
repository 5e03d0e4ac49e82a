import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEventSource } from '#local/event-source.ts';
import { startQueue } from '#local/queue.ts';

const VISIBILITY_SECONDS = 0.3;
const LONG_POLL_SECONDS = 5;

type Server = Awaited<ReturnType<typeof startQueue<'pdf' | 'patient'>>>;

let folder: string;
let server: Server;
let client: SQSClient;
/** Its messages come back quickly, for what follows from a timeout. */
let queueUrl: string;
/** Its messages stay hidden for as long as a test runs, for everything else. */
let patientUrl: string;

const start = async () => {
  server = await startQueue({
    folder,
    queues: {
      pdf: { visibilityTimeoutSeconds: VISIBILITY_SECONDS, maxReceiveCount: 2 },
      patient: { visibilityTimeoutSeconds: 30, maxReceiveCount: 2 },
    },
  });
  queueUrl = server.queueUrl('pdf');
  patientUrl = server.queueUrl('patient');
  client = new SQSClient({
    endpoint: server.url,
    region: 'af-south-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
};

const stop = async () => {
  client.destroy();
  await server.close();
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queue-'));
  await start();
});

afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

const send = (body: string, options: Partial<SendMessageCommandInput> = {}) =>
  client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body, ...options }));

const receive = async (url = queueUrl, waitSeconds = 0, count = 1): Promise<Message[]> => {
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

/** The next message; waits for it rather than for a time. */
const receiveNext = async (url = queueUrl) => {
  const [message] = await receive(url, LONG_POLL_SECONDS);
  if (!message?.ReceiptHandle) throw new Error('No message came.');
  return { ...message, ReceiptHandle: message.ReceiptHandle };
};

const remove = (receiptHandle: string, url = queueUrl) =>
  client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receiptHandle }));

const changeVisibility = (receiptHandle: string, seconds: number, url = patientUrl) =>
  client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: url,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  );

const readCounts = async (url = queueUrl) => {
  const { Attributes: attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
  );
  return {
    visible: Number(attributes?.ApproximateNumberOfMessages),
    inFlight: Number(attributes?.ApproximateNumberOfMessagesNotVisible),
    delayed: Number(attributes?.ApproximateNumberOfMessagesDelayed),
  };
};

/** A round trip, behind which the server has seen what was sent or cut before. */
const letServerNotice = () => readCounts();

const EMPTY = { visible: 0, inFlight: 0, delayed: 0 };

describe('a message', () => {
  it('arrives as it was sent, checksums and all', async () => {
    const { MessageId } = await send('{"invoiceId":17,"name":"Müller – R\u00a01 234"}');
    const message = await receiveNext();
    expect(message).toMatchObject({ MessageId, Body: '{"invoiceId":17,"name":"Müller – R\u00a01 234"}' });
    expect(message.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      SentTimestamp: expect.stringMatching(/^\d{13}$/),
    });
  });

  it('is hidden from others while one consumer has it', async () => {
    await send('job', { QueueUrl: patientUrl });
    await receiveNext(patientUrl);
    expect(await receive(patientUrl)).toEqual([]);
    expect(await readCounts(patientUrl)).toEqual({ ...EMPTY, inFlight: 1 });
  });

  it('comes again, with a new handle, when its consumer lets time run out', async () => {
    await send('job');
    const first = await receiveNext();
    const second = await receiveNext();
    expect(second).toMatchObject({
      MessageId: first.MessageId,
      Attributes: { ApproximateReceiveCount: '2' },
    });
    expect(second.ReceiptHandle).not.toBe(first.ReceiptHandle);
  });

  it('is gone after it was deleted, and deleting it again is no error', async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await remove(ReceiptHandle);
    await remove(ReceiptHandle);
    expect(await readCounts()).toEqual(EMPTY);
  });

  it('stays when a consumer that lost it deletes it with its old handle', async () => {
    await send('job', { QueueUrl: patientUrl });
    const lost = await receiveNext(patientUrl);
    await changeVisibility(lost.ReceiptHandle, 0);
    const current = await receiveNext(patientUrl);
    await remove(lost.ReceiptHandle, patientUrl);
    expect(await readCounts(patientUrl)).toEqual({ ...EMPTY, inFlight: 1 });
    await remove(current.ReceiptHandle, patientUrl);
    expect(await readCounts(patientUrl)).toEqual(EMPTY);
  });

  it('is deleted with the latest handle even after its time ran out', async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await vi.waitUntil(async () => (await readCounts()).visible === 1);
    await remove(ReceiptHandle);
    expect(await readCounts()).toEqual(EMPTY);
  });

  it('waits for its delay', async () => {
    await send('later', { DelaySeconds: 1 });
    expect(await readCounts()).toEqual({ ...EMPTY, delayed: 1 });
    expect(await receive()).toEqual([]);
    expect(await receiveNext()).toMatchObject({ Body: 'later' });
  });

  it('goes to the dead letters once it was received as often as allowed, and only then', async () => {
    const { MessageId } = await send('poison');
    await receiveNext();
    await receiveNext();
    await vi.waitUntil(async () => (await readCounts()).visible === 1);
    expect(await receive()).toEqual([]);
    expect(await readCounts()).toEqual(EMPTY);
    const dead = await receiveNext(server.deadLettersUrl('pdf'));
    expect(dead).toMatchObject({ MessageId, Body: 'poison', Attributes: { ApproximateReceiveCount: '3' } });
  });
});

describe('the visibility of a message', () => {
  it('ends at once when its consumer hands it back', async () => {
    await send('job', { QueueUrl: patientUrl });
    await changeVisibility((await receiveNext(patientUrl)).ReceiptHandle, 0);
    expect(await receive(patientUrl)).toMatchObject([{ Body: 'job' }]);
  });

  it('can be made longer by its consumer', async () => {
    await send('job', { QueueUrl: patientUrl });
    const { ReceiptHandle } = await receiveNext(patientUrl);
    await changeVisibility(ReceiptHandle, 0.5);
    await changeVisibility(ReceiptHandle, 60);
    expect(await receive(patientUrl, 0.7)).toEqual([]);
  });

  it('is not changed by a consumer whose time is over', async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await vi.waitUntil(async () => (await readCounts()).visible === 1);
    await changeVisibility(ReceiptHandle, 60, queueUrl);
    expect(await readCounts()).toEqual({ ...EMPTY, visible: 1 });
  });

  it('cannot be changed once the message is deleted', async () => {
    await send('job', { QueueUrl: patientUrl });
    const { ReceiptHandle } = await receiveNext(patientUrl);
    await remove(ReceiptHandle, patientUrl);
    await expect(changeVisibility(ReceiptHandle, 60)).rejects.toThrow('Message does not exist');
  });
});

describe('long polling', () => {
  it('hands a message to a waiting consumer as soon as it is sent', async () => {
    const waiting = receive(queueUrl, 20);
    await letServerNotice();
    await send('job');
    expect(await waiting).toMatchObject([{ Body: 'job' }]);
  }, 10_000);

  it('gives each message to one of several waiting consumers', async () => {
    const waiting = [receive(queueUrl, 2), receive(queueUrl, 2)];
    await Promise.all([send('one'), send('two')]);
    const bodies = (await Promise.all(waiting)).flat().map(({ Body }) => Body);
    expect(bodies.toSorted()).toEqual(['one', 'two']);
  });

  it('takes nothing for a consumer that has gone away', async () => {
    const gone = new AbortController();
    const waiting = client.send(new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: gone.signal,
    });
    await readCounts();
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await letServerNotice();
    await send('job');
    expect(await receiveNext()).toMatchObject({ Attributes: { ApproximateReceiveCount: '1' } });
  });
});

describe('a restart', () => {
  it('loses no message, no receive count and no delete', async () => {
    await send('kept', { QueueUrl: patientUrl });
    await send('deleted', { QueueUrl: patientUrl });
    const [kept, deleted] = await receive(patientUrl, 0, 2);
    await changeVisibility(kept?.ReceiptHandle ?? '', 0);
    await remove(deleted?.ReceiptHandle ?? '', patientUrl);
    await stop();
    await start();
    const again = await receiveNext(patientUrl);
    expect(again).toMatchObject({ MessageId: kept?.MessageId, Attributes: { ApproximateReceiveCount: '2' } });
    expect(await readCounts(patientUrl)).toEqual({ ...EMPTY, inFlight: 1 });
  });

  it('keeps a message hidden from others while its consumer still has time, and lets that one delete it', async () => {
    await send('job', { QueueUrl: patientUrl });
    const { ReceiptHandle } = await receiveNext(patientUrl);
    await stop();
    await start();
    expect(await readCounts(patientUrl)).toEqual({ ...EMPTY, inFlight: 1 });
    await remove(ReceiptHandle, patientUrl);
    expect(await readCounts(patientUrl)).toEqual(EMPTY);
  });

  it('keeps dead letters', async () => {
    await send('poison');
    await receiveNext();
    await receiveNext();
    await vi.waitUntil(async () => (await readCounts()).visible === 1);
    await receive();
    await stop();
    await start();
    expect(await receiveNext(server.deadLettersUrl('pdf'))).toMatchObject({ Body: 'poison' });
  });
});

describe('a batch', () => {
  it('sends and deletes up to ten messages, and names those it refused', async () => {
    const sent = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: [
          { Id: 'good', MessageBody: 'one' },
          { Id: 'bad', MessageBody: 'a null \u0000 inside' },
        ],
      }),
    );
    expect(sent.Successful).toMatchObject([{ Id: 'good' }]);
    expect(sent.Failed).toMatchObject([{ Id: 'bad', Code: 'InvalidMessageContents', SenderFault: true }]);

    const { ReceiptHandle } = await receiveNext();
    const deleted = await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: [
          { Id: 'good', ReceiptHandle },
          { Id: 'bad', ReceiptHandle: 'made up' },
        ],
      }),
    );
    expect(deleted.Successful).toEqual([{ Id: 'good' }]);
    expect(deleted.Failed).toMatchObject([{ Id: 'bad', Code: 'ReceiptHandleIsInvalid' }]);
    expect(await readCounts()).toEqual(EMPTY);
  });

  it.each([
    ['no entries', [], 'EmptyBatchRequest'],
    [
      'eleven entries',
      Array.from({ length: 11 }, (_, index) => `id-${index}`),
      'TooManyEntriesInBatchRequest',
    ],
    ['the same id twice', ['same', 'same'], 'BatchEntryIdsNotDistinct'],
    ['an id with a space', ['an id'], 'InvalidBatchEntryId'],
  ])('refuses %s', async (_case, ids, name) => {
    const entries = ids.map((Id) => ({ Id, MessageBody: 'job' }));
    await expect(
      client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries })),
    ).rejects.toMatchObject({ name: expect.stringContaining(name) });
    expect(await readCounts()).toEqual(EMPTY);
  });
});

describe('a queue', () => {
  it('is found by its name and tells where its dead letters go', async () => {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: 'pdf' }));
    expect(QueueUrl).toBe(queueUrl);
    const { Attributes: attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy'] }),
    );
    expect(attributes).toEqual({
      RedrivePolicy: expect.stringContaining(':pdf-dead-letters","maxReceiveCount":2'),
    });
  });

  it.each([
    ['an empty body', () => send(''), 'MissingParameter'],
    ['a body over 1 MiB', () => send('x'.repeat(1024 * 1024 + 1)), 'InvalidParameterValue'],
    ['characters that SQS cannot carry', () => send('\u0000'), 'InvalidMessageContents'],
    ['a delay over 15 minutes', () => send('job', { DelaySeconds: 901 }), 'InvalidParameterValue'],
    [
      'what only FIFO queues know',
      () => send('job', { MessageDeduplicationId: 'a' }),
      'InvalidParameterValue',
    ],
    ['more than ten messages at once', () => receive(queueUrl, 0, 11), 'InvalidParameterValue'],
    ['a wait over 20 seconds', () => receive(queueUrl, 21), 'InvalidParameterValue'],
    ['a receipt handle that was made up', () => remove('made up'), 'ReceiptHandleIsInvalid'],
    ['a queue that does not exist', () => receive(`${server.url}/000000000000/nope`), 'QueueDoesNotExist'],
  ])('refuses %s', async (_case, call, name) => {
    await expect(call()).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
  });

  it('refuses the receipt handle of another queue', async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await expect(remove(ReceiptHandle, patientUrl)).rejects.toMatchObject({
      name: 'ReceiptHandleIsInvalid',
    });
  });

  it('refuses a request that nobody signed', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
      body: JSON.stringify({ QueueUrl: queueUrl, MessageBody: 'job' }),
    });
    expect(response.status).toBe(403);
    expect(await readCounts()).toEqual(EMPTY);
  });
});

describe('the event source of a function', () => {
  type EventSource = Awaited<ReturnType<typeof startEventSource>>;
  type Handler = Parameters<typeof startEventSource>[0]['handler'];

  let source: EventSource | undefined;
  const errors: string[] = [];

  const listen = async (
    handler: Handler,
    options: { queueUrl?: string; timeoutSeconds?: number; maxConcurrency?: number } = {},
  ) => {
    source = await startEventSource({
      client,
      queueUrl: patientUrl,
      functionName: 'pdf',
      handler,
      timeoutSeconds: 20,
      maxConcurrency: 5,
      logError: (message, error) => errors.push(`${message}: ${error}`),
      ...options,
    });
  };

  const readBody = (event: SQSEvent) => event.Records.map(({ body }) => body).join();
  const sendJob = (body: string) => send(body, { QueueUrl: patientUrl });
  const isEmpty = async (url: string) => JSON.stringify(await readCounts(url)) === JSON.stringify(EMPTY);

  beforeEach(() => {
    errors.length = 0;
  });

  afterEach(async () => {
    await source?.close();
    source = undefined;
  });

  it('invokes the handler with one message a time, as Lambda words it, and deletes what succeeded', async () => {
    const events: SQSEvent[] = [];
    await listen(async (event) => void events.push(event));
    await Promise.all([sendJob('one'), sendJob('two')]);
    await vi.waitUntil(async () => events.length === 2 && (await isEmpty(patientUrl)));
    expect(events.map(readBody).toSorted()).toEqual(['one', 'two']);
    expect(events[0]?.Records).toMatchObject([
      {
        eventSource: 'aws:sqs',
        eventSourceARN: expect.stringMatching(/^arn:aws:sqs:.*:patient$/),
        attributes: { ApproximateReceiveCount: '1' },
      },
    ]);
  });

  it.each<[string, Handler]>([
    ['throws', async () => Promise.reject(new Error('no printer'))],
    [
      'reports the message as failed',
      async (event) => ({ batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }] }),
    ],
    [
      'runs out of time',
      (_event, context) =>
        new Promise((resolve) => setTimeout(resolve, context.getRemainingTimeInMillis() * 3)),
    ],
  ])('leaves the message for another try when the handler %s', async (_case, fail) => {
    let tries = 0;
    const retry: Handler = async (event, context) => {
      tries += 1;
      return tries === 1 ? fail(event, context) : { batchItemFailures: [] };
    };
    await listen(retry, { queueUrl, timeoutSeconds: VISIBILITY_SECONDS });
    await send('job');
    await vi.waitUntil(async () => tries === 2 && (await isEmpty(queueUrl)), { timeout: 5000 });
    expect(errors).toHaveLength(1);
  });

  it('runs as many invocations at once as it may, and never more', async () => {
    const letGo = Promise.withResolvers<void>();
    let running = 0;
    await listen(
      async () => {
        running += 1;
        await letGo.promise;
      },
      { maxConcurrency: 3 },
    );
    await Promise.all(Array.from({ length: 7 }, (_, index) => sendJob(`job ${index}`)));
    await vi.waitUntil(() => running === 3);
    expect(await readCounts(patientUrl)).toEqual({ visible: 4, inFlight: 3, delayed: 0 });
    letGo.resolve();
    await vi.waitUntil(() => isEmpty(patientUrl), { timeout: 5000 });
    expect(running).toBe(7);
  });

  it('waits on close for what runs, deletes it, and takes no more', async () => {
    const finished: string[] = [];
    const letGo = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    await listen(async (event) => {
      started.resolve();
      await letGo.promise;
      finished.push(readBody(event));
    });
    await sendJob('running');
    await started.promise;
    const closed = source?.close();
    await sendJob('late');
    letGo.resolve();
    await closed;
    expect(finished).toEqual(['running']);
    // A poll that was cut may have taken the late message with it; it counts as in flight then.
    const { visible, inFlight } = await readCounts(patientUrl);
    expect(visible + inFlight).toBe(1);
  });

  it('goes on after its queue was away for a while', async () => {
    const bodies: string[] = [];
    const port = Number(new URL(server.url).port);
    await listen(async (event) => void bodies.push(readBody(event)));
    await server.close();
    await vi.waitUntil(() => errors.length > 0);
    server = await startQueue({
      folder,
      port,
      queues: {
        pdf: { visibilityTimeoutSeconds: VISIBILITY_SECONDS, maxReceiveCount: 2 },
        patient: { visibilityTimeoutSeconds: 30, maxReceiveCount: 2 },
      },
    });
    await sendJob('job');
    await vi.waitUntil(() => bodies.length > 0, { timeout: 5000 });
    expect(bodies).toEqual(['job']);
  });

  it.each([
    ['a function timeout over the visibility timeout', { timeoutSeconds: 31 }, 'less than Function timeout'],
    ['a concurrency under two', { maxConcurrency: 1 }, 'MaximumConcurrency'],
  ])('refuses %s, as Lambda does', async (_case, options, message) => {
    await expect(listen(async () => {}, options)).rejects.toThrow(message);
  });
});
