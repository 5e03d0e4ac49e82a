import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEventSource } from '#local/aws/event-source.ts';
import {
  client,
  EMPTY,
  openLocalQueue,
  patientUrl,
  queueUrl,
  readCounts,
  send,
  server,
  startServer,
  VISIBILITY_SECONDS,
} from '#test/support/stand-ins/local-queue.ts';

openLocalQueue();

describe('the event source stand-in', () => {
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

  it('the event source stand-in invokes the handler with one message at a time, and deletes it on success', async () => {
    const events: SQSEvent[] = [];
    await listen(async (event) => void events.push(event));
    await Promise.all([sendJob('one'), sendJob('two')]);
    await expect.poll(async () => events.length === 2 && (await isEmpty(patientUrl))).toBe(true);
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
      'runs out of time',
      (_event, context) =>
        new Promise((resolve) => setTimeout(resolve, context.getRemainingTimeInMillis() * 3)),
    ],
  ])(
    'the event source stand-in leaves the message for another try when the handler %s',
    async (_case, fail) => {
      let tries = 0;
      const retry: Handler = async (event, context) => {
        tries += 1;
        if (tries === 1) {
          await fail(event, context);
        }
      };
      await listen(retry, { queueUrl, timeoutSeconds: VISIBILITY_SECONDS });
      await send('job');
      await expect.poll(async () => tries === 2 && (await isEmpty(queueUrl))).toBe(true);
      // The second try may end before the time of the first one is over.
      await expect.poll(() => errors).toHaveLength(1);
    },
  );

  it('the event source stand-in runs up to the allowed number of invocations at once', async () => {
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
    await expect.poll(() => running).toBe(3);
    expect(await readCounts(patientUrl)).toEqual({ visible: 4, inFlight: 3, delayed: 0 });
    letGo.resolve();
    await expect.poll(() => isEmpty(patientUrl)).toBe(true);
    expect(running).toBe(7);
  });

  it('the event source stand-in waits on close for running invocations, and takes no more messages', async () => {
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
    // A poll that was cut may have taken the late message, which then counts as in flight.
    const { visible, inFlight } = await readCounts(patientUrl);
    expect(visible + inFlight).toBe(1);
  });

  it('the event source stand-in continues after its queue was away for a while', async () => {
    const bodies: string[] = [];
    const port = Number(new URL(server.url).port);
    await listen(async (event) => void bodies.push(readBody(event)));
    await server.close();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await startServer(port);
    await sendJob('job');
    await expect.poll(() => bodies).toEqual(['job']);
  });

  it.each([
    ['a function timeout over the visibility timeout', { timeoutSeconds: 31 }, 'less than Function timeout'],
    ['a concurrency under two', { maxConcurrency: 1 }, 'MaximumConcurrency'],
  ])('the event source stand-in refuses %s, as Lambda does', async (_case, options, message) => {
    await expect(listen(async () => {}, options)).rejects.toThrow(message);
  });
});
