import { expect, it } from 'vitest';
import { bankBookings } from '#functions/database/schema/bank-tables.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, client, portal } from '#test/support/portal/shared-portal.ts';

/** Records a payment and says that a line of the bank booked it. */
const payByLine = async (userId: number) => {
  const { body: payment } = await moneyCalls(portal, admin).pay(userId);
  const { lineIds } = await addBankLines(portal.connection, [{ state: 'booked' }]);
  const lineId = lineIds[0] ?? 0;
  await portal.connection
    .insert(bankBookings)
    .values({ line_id: lineId, entry_id: payment.id, kind: 'payment' });

  return { paymentId: payment.id, lineId };
};

it('a payment that came from the bank is not reversed without its line, and the answer names the line', async () => {
  const money = moneyCalls(portal, admin);
  const userId = await addUser(portal, {});
  const { paymentId, lineId } = await payByLine(userId);

  expect(await money.reverse(paymentId)).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      lineId,
      message: 'This payment came from the bank. Open its line again instead.',
    },
  });
  expect((await money.listPayments(userId)).body).toMatchObject([{ id: paymentId, reversedAt: null }]);
});

it('the list of payments leads an administrator to the line, and a client reads nothing of it', async () => {
  const { lineId } = await payByLine(client.userId);

  expect((await moneyCalls(portal, admin).listPayments(client.userId)).body).toMatchObject([{ lineId }]);
  const [read] = (await moneyCalls(portal, client).listPayments(client.userId)).body;
  expect(read).not.toHaveProperty('lineId');
});
