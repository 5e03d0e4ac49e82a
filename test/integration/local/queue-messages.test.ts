import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import {
  changeVisibility,
  client,
  EMPTY,
  letServerNotice,
  openLocalQueue,
  patientUrl,
  queueUrl,
  readCounts,
  receive,
  receiveNext,
  remove,
  send,
  server,
} from '#test/support/stand-ins/local-queue.ts';

openLocalQueue();

describe("a message of the queue's stand-in", () => {
  it("the queue's stand-in delivers a message as it was sent, with valid checksums", async () => {
    const { MessageId } = await send('{"invoiceId":17,"name":"Müller – R\u00a01 234"}');
    const message = await receiveNext();
    expect(message).toMatchObject({ MessageId, Body: '{"invoiceId":17,"name":"Müller – R\u00a01 234"}' });
    expect(message.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      SentTimestamp: expect.stringMatching(/^\d{13}$/),
    });
  });

  it("the queue's stand-in hides a message from others while a consumer has it", async () => {
    await send('job', { QueueUrl: patientUrl });
    await receiveNext(patientUrl);
    expect(await receive(patientUrl)).toEqual([]);
    expect(await readCounts(patientUrl)).toEqual({ ...EMPTY, inFlight: 1 });
  });

  it("the queue's stand-in delivers a message again, with a new handle, after the visibility timeout", async () => {
    await send('job');
    const first = await receiveNext();
    const second = await receiveNext();
    expect(second).toMatchObject({
      MessageId: first.MessageId,
      Attributes: { ApproximateReceiveCount: '2' },
    });
    expect(second.ReceiptHandle).not.toBe(first.ReceiptHandle);
  });

  it("the queue's stand-in deletes a message, and accepts a second deletion", async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await remove(ReceiptHandle);
    await remove(ReceiptHandle);
    expect(await readCounts()).toEqual(EMPTY);
  });

  it("the queue's stand-in keeps a message that a consumer deletes with an outdated handle", async () => {
    await send('job', { QueueUrl: patientUrl });
    const lost = await receiveNext(patientUrl);
    await changeVisibility(lost.ReceiptHandle, 0);
    const current = await receiveNext(patientUrl);
    await remove(lost.ReceiptHandle, patientUrl);
    expect(await readCounts(patientUrl)).toEqual({ ...EMPTY, inFlight: 1 });
    await remove(current.ReceiptHandle, patientUrl);
    expect(await readCounts(patientUrl)).toEqual(EMPTY);
  });

  it("the queue's stand-in deletes a message by its latest handle even after the visibility timeout", async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await expect.poll(async () => (await readCounts()).visible).toBe(1);
    await remove(ReceiptHandle);
    expect(await readCounts()).toEqual(EMPTY);
  });

  it("the queue's stand-in holds a message back for its delay", async () => {
    await send('later', { DelaySeconds: 3 });
    expect(await readCounts()).toEqual({ ...EMPTY, delayed: 1 });
    expect(await receive()).toEqual([]);
    expect(await receiveNext()).toMatchObject({ Body: 'later' });
  });

  it("the queue's stand-in moves a message to the dead letters after the allowed number of receives", async () => {
    const { MessageId } = await send('poison');
    await receiveNext();
    await receiveNext();
    await expect.poll(async () => (await readCounts()).visible).toBe(1);
    expect(await receive()).toEqual([]);
    expect(await readCounts()).toEqual(EMPTY);
    const dead = await receiveNext(server.deadLettersUrl('pdf'));
    expect(dead).toMatchObject({ MessageId, Body: 'poison', Attributes: { ApproximateReceiveCount: '3' } });
  });
});

describe("the visibility of a message of the queue's stand-in", () => {
  it("the queue's stand-in makes a message visible at once when its consumer returns it", async () => {
    await send('job', { QueueUrl: patientUrl });
    await changeVisibility((await receiveNext(patientUrl)).ReceiptHandle, 0);
    expect(await receive(patientUrl)).toMatchObject([{ Body: 'job' }]);
  });

  it("the queue's stand-in lets a consumer extend the visibility timeout of a message", async () => {
    await send('job', { QueueUrl: patientUrl });
    const { ReceiptHandle } = await receiveNext(patientUrl);
    await changeVisibility(ReceiptHandle, 3);
    await changeVisibility(ReceiptHandle, 60);
    expect(await receive(patientUrl, 4)).toEqual([]);
  });

  it("the queue's stand-in ignores a visibility change after the timeout", async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await expect.poll(async () => (await readCounts()).visible).toBe(1);
    await changeVisibility(ReceiptHandle, 60, queueUrl);
    expect(await readCounts()).toEqual({ ...EMPTY, visible: 1 });
  });

  it("the queue's stand-in refuses a visibility change of a deleted message", async () => {
    await send('job', { QueueUrl: patientUrl });
    const { ReceiptHandle } = await receiveNext(patientUrl);
    await remove(ReceiptHandle, patientUrl);
    await expect(changeVisibility(ReceiptHandle, 60)).rejects.toThrow('Message does not exist');
  });
});

describe("long polling of the queue's stand-in", () => {
  it("the queue's stand-in delivers a message to a waiting consumer as soon as it is sent", async () => {
    const waiting = receive(queueUrl, 20);
    await letServerNotice();
    await send('job');
    expect(await waiting).toMatchObject([{ Body: 'job' }]);
  }, 10_000);

  it("the queue's stand-in delivers each message to one of several waiting consumers", async () => {
    const waiting = [receive(patientUrl, 20), receive(patientUrl, 20)];
    await Promise.all(['one', 'two'].map((body) => send(body, { QueueUrl: patientUrl })));
    const bodies = (await Promise.all(waiting)).flat().map(({ Body }) => Body);
    expect(bodies.toSorted()).toEqual(['one', 'two']);
  });

  it("the queue's stand-in delivers nothing to a consumer that has disconnected", async () => {
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
