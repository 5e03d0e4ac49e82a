import { beforeAll, expect, it } from 'vitest';
import type { StatementLine } from '#shared/contract/debtors/ledger-statements.ts';
import type { ListedPayment } from '#shared/contract/payments/ledger-payments.ts';
import { addLine, lineCalls } from '#test/support/bank/line-calls.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { readCsvText } from '#test/support/portal/csv-records.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const WORDS = 'Rent Zanele Mthembu';
const REASON = 'It was another client';

let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
beforeAll(() => {
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
});

/** Reads what the list, the statement and its file say of an account's only payment. */
const readTexts = async (userId: number, cookie: string) => {
  const read = (what: string) => portal.call('GET', `/api/users/${userId}/${what}`, { cookie });
  const period = `from=${dayFromToday(-30)}&to=${dayFromToday(0)}`;
  const [listed, statement, file] = [
    await read('payments'),
    await read(`statement?${period}`),
    await read(`statement.csv?${period}`),
  ];
  const payment = statement.body.lines.find(({ kind }: StatementLine) => kind === 'payment');

  return {
    reference: listed.body.map((entry: ListedPayment) => entry.reference),
    description: payment.description,
    isInFile: readCsvText(file.body).includes(WORDS),
  };
};

const OWN = { reference: [WORDS], description: `Payment by EFT, reference ${WORDS}`, isInFile: true };
const HIDDEN = { reference: [null], description: 'Payment by EFT', isInFile: false };

it('a client no longer reads the reference of a payment that was moved to the client who made it', async () => {
  const [wrong, right] = [await addUser(portal, {}), await addUser(portal, {})];
  const { body: payment } = await money.pay(wrong, { reference: WORDS });
  const cookie = await startSession(portal, wrong);
  expect(await readTexts(wrong, cookie)).toEqual(OWN);

  await lines.move(payment.id, { userId: right, reason: REASON });

  expect(await readTexts(wrong, cookie)).toEqual(HIDDEN);
  expect((await money.listPayments(wrong)).body).toMatchObject([{ reference: WORDS }]);
  expect(await readTexts(right, await startSession(portal, right))).toEqual(OWN);
});

it('a client no longer reads the reference of a payment whose line was opened again', async () => {
  const wrong = await addUser(portal, {});
  const lineId = await addLine(portal, { description: WORDS });
  await lines.book(lineId, { parts: [{ userId: wrong, amount: 100 }] });
  const cookie = await startSession(portal, wrong);
  expect(await readTexts(wrong, cookie)).toEqual(OWN);

  await lines.reopen(lineId, { reason: REASON });

  expect(await readTexts(wrong, cookie)).toEqual(HIDDEN);
  expect((await money.listPayments(wrong)).body).toMatchObject([{ reference: WORDS }]);
});

it('a client keeps the reference of a payment of their own that the bank took back', async () => {
  const userId = await addUser(portal, {});
  const { body: payment } = await money.pay(userId, { reference: WORDS });
  await money.reverse(payment.id);

  expect(await readTexts(userId, await startSession(portal, userId))).toEqual(OWN);
});
