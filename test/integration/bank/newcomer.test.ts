import { beforeAll, expect, it } from 'vitest';
import { addLine, lineCalls } from '#test/support/bank/line-calls.ts';
import { type Client, openMatching } from '#test/support/bank/matched-clients.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { startSession } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const { addClient } = openMatching(() => portal);
const TODAY = dayFromToday(0);
const NEWCOMER = { createdOn: TODAY, isRegistered: true, isVerified: false, isBilled: false };

let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
beforeAll(() => {
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
});

const part = (userId: number) => ({ parts: [{ userId, amount: 100 }] });

/** Adds an open line whose client is found in its words. */
const findLine = async (description: string, date = TODAY) => {
  const lineId = await addLine(portal, { description, date });
  await lines.ignore(lineId);
  const { body } = await lines.reopen(lineId);

  return { lineId, proposals: body.proposals };
};

it.each<[string, Client, object]>([
  ['', {}, NEWCOMER],
  [
    ', verified and imported, as it is true',
    { email_verified_at: '2026-01-05T08:00:00Z', origin: 'imported', User_Date: '2026-01-04T23:00:00Z' },
    { createdOn: '2026-01-05', isRegistered: false, isVerified: true, isBilled: false },
  ],
])(
  'a proposal by typed words alone says what is known of an account without an entry%s',
  async (_, change, newcomer) => {
    const { userId, surname, account } = await addClient(change);
    const { proposals } = await findLine(`EFT ${surname}`);
    await account.issue(dayFromToday(-3), 5_000, TODAY);

    expect(proposals).toMatchObject([{ userId, newcomer }]);
    expect((await findLine(`EFT ${surname}`)).proposals).toMatchObject([{ userId, newcomer: null }]);
  },
);

it('a proposal by a number says nothing about an account without an entry', async () => {
  const { userId, number, surname } = await addClient();

  expect((await findLine(`OW${number} ${surname}`)).proposals).toMatchObject([{ userId, newcomer: null }]);
});

it('the debt of a client says to administrators alone that credit was booked by typed words, until it is gone', async () => {
  const { userId, surname } = await addClient();
  const { lineId } = await findLine(`EFT ${surname}`);
  const before = await money.readDebt(userId);
  await lines.book(lineId, part(userId));
  const booked = await money.readDebt(userId);
  const own = await portal.call('GET', `/api/users/${userId}/debt`, {
    cookie: await startSession(portal, userId),
  });
  await lines.reopen(lineId, { reason: 'Somebody else paid it' });

  expect(before.body.newcomer).toBeNull();
  expect(booked.body).toMatchObject({ credit: 100, newcomer: NEWCOMER });
  expect(own.body).toMatchObject({ credit: 100 });
  expect(own.body).not.toHaveProperty('newcomer');
  expect((await money.readDebt(userId)).body).toMatchObject({ credit: 0, newcomer: null });
});

it('what is due meanwhile takes the credit, and then the debt says nothing', async () => {
  const { userId, surname, account } = await addClient();
  const { lineId } = await findLine(`EFT ${surname}`);
  await lines.book(lineId, part(userId));
  await account.issue(TODAY, 4_000, TODAY);
  const half = await money.readDebt(userId);
  await account.issue(TODAY, 6_000, TODAY);

  expect(half.body).toMatchObject({ credit: 60, newcomer: { ...NEWCOMER, isBilled: true } });
  expect((await money.readDebt(userId)).body).toMatchObject({ credit: 0, newcomer: null });
});

it.each<[string, number, boolean]>([
  ['of the last 30 days', 30, true],
  ['that is older', 31, false],
])('a line %s: %s days', async (_, days, isSaid) => {
  const { userId, surname } = await addClient();
  const { lineId } = await findLine(`EFT ${surname}`, dayFromToday(-days));
  await lines.book(lineId, part(userId));
  const { body } = await money.readDebt(userId);

  expect([body.credit, body.newcomer]).toEqual([100, isSaid ? NEWCOMER : null]);
});

it('credit of a line that was booked by a number, or for a client whom nobody proposed, is not said', async () => {
  const numbered = await addClient();
  const chosen = await addClient();
  const byNumber = await findLine(`OW${numbered.number} ${numbered.surname}`);
  const byNobody = await findLine('CASH DEPOSIT');
  await lines.book(byNumber.lineId, part(numbered.userId));
  await lines.book(byNobody.lineId, part(chosen.userId));

  for (const { userId } of [numbered, chosen]) {
    expect((await money.readDebt(userId)).body).toMatchObject({ credit: 100, newcomer: null });
  }
});
