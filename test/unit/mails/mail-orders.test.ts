import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openMailOrders } from '#functions/domain/mails/mail-orders.ts';

it('a message that cannot be sent is reported, and the others are sent before the answer', async () => {
  const sent: string[] = [];
  const reported: unknown[] = [];
  const failure = new Error('The queue does not answer');
  const send = async (id: string) => {
    if (id === 'first') {
      throw failure;
    }
    await setImmediate();
    sent.push(id);
  };
  const report = (error: unknown) => reported.push(error);
  const orders = openMailOrders(
    { mailSettings: { isOn: true }, accountMailQueue: { send }, report },
    new Date(),
  );
  await orders.orderBy(async () => ['first', 'second']);

  await orders.send();

  expect(sent).toEqual(['second']);
  expect(reported).toEqual([failure]);
});
