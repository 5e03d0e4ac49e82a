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
    await expect.poll(async () => (await readCounts()).visible).toBe(1);
    await remove(ReceiptHandle);
    expect(await readCounts()).toEqual(EMPTY);
  });

  it('waits for its delay', async () => {
    await send('later', { DelaySeconds: 3 });
    expect(await readCounts()).toEqual({ ...EMPTY, delayed: 1 });
    expect(await receive()).toEqual([]);
    expect(await receiveNext()).toMatchObject({ Body: 'later' });
  });

  it('goes to the dead letters once it was received as often as allowed, and only then', async () => {
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

describe('the visibility of a message', () => {
  it('ends at once when its consumer hands it back', async () => {
    await send('job', { QueueUrl: patientUrl });
    await changeVisibility((await receiveNext(patientUrl)).ReceiptHandle, 0);
    expect(await receive(patientUrl)).toMatchObject([{ Body: 'job' }]);
  });

  it('can be made longer by its consumer', async () => {
    await send('job', { QueueUrl: patientUrl });
    const { ReceiptHandle } = await receiveNext(patientUrl);
    await changeVisibility(ReceiptHandle, 3);
    await changeVisibility(ReceiptHandle, 60);
    expect(await receive(patientUrl, 4)).toEqual([]);
  });

  it('is not changed by a consumer whose time is over', async () => {
    await send('job');
    const { ReceiptHandle } = await receiveNext();
    await expect.poll(async () => (await readCounts()).visible).toBe(1);
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
    const waiting = [receive(patientUrl, 20), receive(patientUrl, 20)];
    await Promise.all(['one', 'two'].map((body) => send(body, { QueueUrl: patientUrl })));
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
