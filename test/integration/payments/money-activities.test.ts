import { beforeAll, expect, it } from 'vitest';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;

beforeAll(() => {
  money = moneyCalls(portal, admin);
});

it('a client finds each change of their money once among their activities, without the notes of administrators', async () => {
  const { userId, cookie } = await addSignedInUser(portal, { User_Debit: '-30.00' });
  const { body: first } = await money.issue(userId, 100);
  const { body: paid } = await money.pay(userId, { amount: 150, note: 'Called us' });
  await money.reverse(paid.id);
  await money.setStatus(first.id, 'paid');
  await money.setStatus(first.id, 'void');
  await money.refund(userId, { amount: 70 });
  await money.correct(userId, { amount: 30 });
  await money.correct(userId, { amount: -40 });

  const { body } = await portal.call('GET', '/api/client/activities', { cookie });

  const ofMoney = body.filter(({ activityType }: { activityType: string }) => activityType === 'payment');
  expect(
    ofMoney
      .map(({ description }: { description: string }) => description.replaceAll('\u00a0', ' '))
      .reverse(),
  ).toEqual([
    `Invoice ${first.invoiceNumber} issued for R 100,00`,
    'Payment of R 150,00 received',
    'Payment of R 150,00 reversed: The bank returned it',
    'Payment of R 100,00 received',
    `Invoice ${first.invoiceNumber} voided`,
    'R 70,00 of your credit paid back',
    'Opening balance corrected by R 30,00 in your favour',
    'Opening balance corrected: you owe R 40,00 more',
  ]);
});
