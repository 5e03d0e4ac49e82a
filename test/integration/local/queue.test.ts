import { GetQueueAttributesCommand, GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import {
  changeVisibility,
  client,
  EMPTY,
  openLocalQueue,
  patientUrl,
  queueUrl,
  readCounts,
  receive,
  receiveNext,
  remove,
  send,
  server,
  start,
  stop,
} from '#test/support/stand-ins/local-queue.ts';

openLocalQueue();

describe("a restart of the queue's stand-in", () => {
  it("the queue's stand-in keeps messages, receive counts and deletions over a restart", async () => {
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

  it("the queue's stand-in keeps a message hidden over a restart, and lets its consumer delete it", async () => {
    await send('job', { QueueUrl: patientUrl });
    const { ReceiptHandle } = await receiveNext(patientUrl);
    await stop();
    await start();
    expect(await readCounts(patientUrl)).toEqual({ ...EMPTY, inFlight: 1 });
    await remove(ReceiptHandle, patientUrl);
    expect(await readCounts(patientUrl)).toEqual(EMPTY);
  });

  it("the queue's stand-in keeps dead letters over a restart", async () => {
    await send('poison');
    await receiveNext();
    await receiveNext();
    await expect.poll(async () => (await readCounts()).visible).toBe(1);
    await receive();
    await stop();
    await start();
    expect(await receiveNext(server.deadLettersUrl('pdf'))).toMatchObject({ Body: 'poison' });
  });
});

describe("a queue of the queue's stand-in", () => {
  it("the queue's stand-in finds a queue by its name, with the policy of its dead letters", async () => {
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
      'a field that only FIFO queues know',
      () => send('job', { MessageDeduplicationId: 'a' }),
      'InvalidParameterValue',
    ],
    ['more than ten messages at once', () => receive(queueUrl, 0, 11), 'InvalidParameterValue'],
    ['a wait over 20 seconds', () => receive(queueUrl, 21), 'InvalidParameterValue'],
    ['a made-up receipt handle', () => remove('made up'), 'ReceiptHandleIsInvalid'],
    ['a queue that does not exist', () => receive(`${server.url}/000000000000/nope`), 'QueueDoesNotExist'],
  ])("the queue's stand-in refuses %s", async (_case, call, name) => {
    await expect(call()).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
  });

  it("the queue's stand-in refuses the receipt handle of another queue", async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await expect(remove(ReceiptHandle, patientUrl)).rejects.toMatchObject({
      name: 'ReceiptHandleIsInvalid',
    });
  });

  it("the queue's stand-in refuses an unsigned request", async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
      body: JSON.stringify({ QueueUrl: queueUrl, MessageBody: 'job' }),
    });
    expect(response.status).toBe(403);
    expect(await readCounts()).toEqual(EMPTY);
  });
});
