import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECONCILIATION_LISTS, RECONCILIATION_ROWS } from '#shared/books/reconciliation-rows.ts';
import { RECONCILIATION_FRAME, RECONCILIATION_LABELS } from '#shared/books/reconciliation-words.ts';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import type { BankReconciliation, ReconciliationItem } from '#shared/contract/books/bank-reconciliation.ts';
import { monthAfter } from '#shared/dates.ts';
import { daysOfMonth } from '#shared/months.ts';
import { type FnbRow, writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { writeOfx } from '#test/support/bank/ofx-file.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const [MAIN, UNPROVED, BROKEN, UNREAD, DOUBLE] = [1, 2, 3, 4, 5].map((place) => `6200999000${place}`);
const MONTH = monthAfter(new Date(), -1);
const NEXT = monthAfter(new Date(), 0);
const LAST_DAY = daysOfMonth(MONTH).to;
const FIRST_OF_NEXT = `${NEXT}-01`;
const on = (day: string) => `${MONTH}-${day}`;
const NOTHING = Object.fromEntries(RECONCILIATION_ROWS.map((row) => [row, 0]));

let portal: TestPortal;
let admin: Awaited<ReturnType<typeof addCaller>>;
let money: ReturnType<typeof moneyCalls>;
let bank: ReturnType<typeof lineCalls>;
let lines: Map<number, BankLine>;
let userId: number;

const upload = async (account: string, rows: readonly FnbRow[], openingCents: number, more: object = {}) => {
  const body = {
    fileName: `${account}-${rows[0]?.date}.csv`,
    text: writeFnbFile(account, rows, openingCents),
    bookFrom: on('01'),
    ...more,
  };
  const answer = await portal.call('POST', '/api/admin/bank-files', { ...admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);

  return answer.body as BankFile;
};

const linesOf = async ({ id }: BankFile): Promise<BankLine[]> =>
  (await portal.call('GET', `/api/admin/bank-files/${id}/lines`, admin)).body.lines;

/** Books the line of an amount, which no other line has. */
const book = async (amount: number, body: object) => {
  const answer = await bank.book(lines.get(amount)?.id ?? 0, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);

  return answer.body as BankLine;
};
const asPart = (amount: number) => ({ parts: [{ userId, amount }] });

const read = async (month: string): Promise<BankReconciliation> =>
  (await portal.call('GET', `/api/admin/bank-reconciliation?month=${month}`, admin)).body;

const accountOf = async (month: string, account: string) => {
  const found = (await read(month)).accounts.find(({ number }) => number === account);

  return { ...found, files: found?.files.map(({ fileName }) => fileName) };
};

const listItems = async (month: string, row: string, account?: string): Promise<ReconciliationItem[]> => {
  const query = `month=${month}&row=${row}${account === undefined ? '' : `&account=${account}`}`;
  const { status, body } = await portal.call('GET', `/api/admin/bank-reconciliation/items?${query}`, admin);
  expect(status).toBe(200);
  expect(body.total).toBe(body.items.length);

  return body.items;
};

beforeAll(async () => {
  portal = await startTestPortal({
    settings: {
      OTHER_BANK_ACCOUNTS: [MAIN, UNPROVED, BROKEN, UNREAD, DOUBLE]
        .map((number) => `FNB ${number}`)
        .join(', '),
    },
  });
  admin = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
  bank = lineCalls(portal, admin);
  userId = await addUser(portal, {});

  await upload(MAIN ?? '', [{ date: `${monthAfter(new Date(), -2)}-28`, cents: 100 }], 99_900);
  const shared = { date: on('20'), description: 'RENT', cents: -5_000 };
  const first = await upload(
    MAIN ?? '',
    [
      { date: on('05'), cents: 50_000, feeCents: 200 },
      { date: on('06'), cents: 97_500 },
      { date: on('07'), cents: 30_000 },
      { date: on('08'), cents: 20_000 },
      { date: on('09'), cents: 15_000 },
      { date: on('10'), cents: 12_000 },
      { date: on('11'), cents: 21_000 },
      { date: on('12'), cents: -12_000, description: 'UNPAID DEBIT ORDER' },
      { date: on('15'), cents: -8_000, description: 'CARD PURCHASE' },
      shared,
    ],
    100_000,
  );
  // The day and row of the overlap stand in both files.
  const second = await upload(
    MAIN ?? '',
    [shared, { date: on('25'), cents: 70_000 }, { date: LAST_DAY, cents: 9_000 }],
    325_300,
  );
  const third = await upload(
    MAIN ?? '',
    [
      { date: FIRST_OF_NEXT, cents: 6_000 },
      { date: FIRST_OF_NEXT, cents: 4_000 },
      { date: FIRST_OF_NEXT, cents: -4_000, description: 'RETURNED' },
      { date: FIRST_OF_NEXT, cents: 3_000 },
      { date: FIRST_OF_NEXT, cents: -3_000, description: 'SENT BACK' },
      { date: FIRST_OF_NEXT, cents: 7_000 },
    ],
    399_300,
  );
  const unproved = [
    { date: on('05'), cents: 10_000 },
    { date: on('05'), cents: -100 },
  ];
  await upload(UNPROVED ?? '', unproved, 0, { withoutBalances: true });
  await upload(BROKEN ?? '', [{ date: on('05'), cents: 10_000 }], 0);
  await upload(BROKEN ?? '', [{ date: on('20'), cents: 20_000 }], 13_000);

  const doubled = [
    { date: on('05'), cents: 10_000 },
    { date: on('20'), cents: 20_000 },
    { date: on('21'), cents: 30_000 },
  ];
  const byCsv = await upload(DOUBLE ?? '', doubled, 0, { bookFrom: on('10') });
  const ofx = writeOfx(
    doubled.map(({ date, cents }) => ({
      date: date.replaceAll('-', ''),
      amount: (cents / 100).toFixed(2),
      memo: 'EFT',
      number: `${cents}`,
    })),
    { account: DOUBLE ?? '' },
  );
  const byOfx = await upload(DOUBLE ?? '', doubled, 0, { text: ofx });
  const lineOf = async (file: BankFile, amount: number) =>
    (await linesOf(file)).find((line) => line.amount === amount)?.id ?? 0;
  await bank.ignore(await lineOf(byCsv, 200));
  await bank.ignore(await lineOf(byOfx, 300));

  const all = [...(await linesOf(first)), ...(await linesOf(second)), ...(await linesOf(third))];
  lines = new Map(all.map((line) => [line.amount, line]));
  const pay = async (date: string, amount: number, method = 'eft') =>
    (await money.pay(userId, { date, amount, method })).body.id as number;

  await book(500, asPart(500));
  const batch = [await pay(on('06'), 600, 'card'), await pay(on('06'), 400, 'card')];
  await book(975, { paymentIds: batch, fee: 25 });
  await book(300, { unidentified: true });
  await bank.ignore(lines.get(150)?.id ?? 0);
  const returned = await book(120, asPart(120));
  await book(-120, { reverses: returned.paymentIds[0] });
  await book(210, asPart(210));
  await bank.reopen(lines.get(210)?.id ?? 0, { reason: 'Not this client' });
  await book(70, asPart(70));
  await bank.reopen(lines.get(70)?.id ?? 0, { reason: 'Not this client' });
  await book(90, { unidentified: true });
  await book(90, asPart(90));
  await pay(on('16'), 333, 'cash');
  await book(60, { paymentIds: [await pay(LAST_DAY, 60)] });
  const back = await book(40, asPart(40));
  await book(-40, { reverses: back.paymentIds[0] });
  await book(30, { unidentified: true });
  await book(30, { sentBack: { bankDate: dayFromToday(0), reason: 'Not ours' } });
  const { status } = await closingCalls(portal, admin).close(MONTH);
  expect(status).toBe(201);
  await book(700, asPart(700));
});
afterAll(() => portal.stop());

describe('the bank reconciliation of a month', () => {
  it('the balances of overlapping files meet the sum of what became of each line and row', async () => {
    expect(await accountOf(MONTH, MAIN ?? '')).toEqual({
      number: MAIN,
      bank: 'FNB',
      files: [`${MAIN}-${on('05')}.csv`, `${MAIN}-${on('20')}.csv`],
      wasRead: true,
      begins: null,
      until: LAST_DAY,
      gaps: [],
      lacksBalances: false,
      opening: 1_000,
      rows: {
        ...NOTHING,
        // 500, 600 and 400, 120, 210 whose booking was undone after the month, 90 moved.
        receipts: 1_920,
        joinedFees: -25,
        later: 700,
        unidentified: 300,
        open: 200,
        ignored: 150,
        // Its reversal was entered after the month.
        returnedOpen: -120,
        fees: -2,
        other: -130,
      },
      sum: 3_993,
      closing: 3_993,
      difference: 0,
      agrees: true,
    });
  });

  it('a month follows from the one before, and its days without a file are said', async () => {
    expect(await accountOf(NEXT, MAIN ?? '')).toMatchObject({
      begins: null,
      until: FIRST_OF_NEXT,
      opening: 3_993,
      // The line of 70 was opened again within the month.
      rows: { ...NOTHING, receipts: 100, sentBack: 30, open: 70, returned: -40, other: -30 },
      sum: 4_123,
      closing: 4_123,
      difference: 0,
      agrees: false,
    });
  });

  it('a file without balances proves no figure', async () => {
    expect(await accountOf(MONTH, UNPROVED ?? '')).toMatchObject({
      lacksBalances: true,
      opening: null,
      rows: { ...NOTHING, open: 100, other: -1 },
      sum: null,
      closing: null,
      difference: null,
      agrees: false,
    });
  });

  it('a line of both formats counts once, also before the first day and if the first of the two is ignored', async () => {
    expect(await accountOf(MONTH, DOUBLE ?? '')).toMatchObject({
      rows: { ...NOTHING, ignored: 100, open: 500 },
      difference: 0,
    });
  });

  it('files that do not follow from each other leave a gap, which is the difference', async () => {
    expect(await accountOf(MONTH, BROKEN ?? '')).toMatchObject({
      opening: 0,
      sum: 300,
      closing: 330,
      difference: 30,
      gaps: [{ after: on('05'), before: on('20'), difference: 30 }],
      agrees: false,
    });
  });

  it('an account that no file is of has no figures, and one of which a file was read is told from it', async () => {
    expect(await accountOf(NEXT, BROKEN ?? '')).toMatchObject({ files: [], wasRead: true, until: null });
    expect(await accountOf(MONTH, UNREAD ?? '')).toMatchObject({
      files: [],
      wasRead: false,
      until: null,
      opening: null,
      closing: null,
      rows: NOTHING,
      agrees: false,
    });
  });

  it('the receipts of the control account are divided by where the bank has them', async () => {
    const totals = async (month: string) => {
      const { from, to } = daysOfMonth(month);

      return (await portal.call('GET', `/api/admin/ledger/totals?from=${from}&to=${to}`, admin)).body;
    };
    const { receipts, isClosed } = await read(MONTH);
    const next = await read(NEXT);

    expect(isClosed).toBe(true);
    expect(receipts).toEqual({
      rows: { withLine: 1_710, lineBefore: 0, lineAfter: 60, typed: 333, undone: 210, purged: 0 },
      total: 2_313,
    });
    expect(next.receipts.rows).toMatchObject({ withLine: 40, lineBefore: 700, undone: 70 });
    expect((await totals(MONTH)).receipts).toBe(-2_313);
    expect((await totals(NEXT)).receipts).toBe(-next.receipts.total);
  });

  it('each figure is the sum of the rows that it opens', async () => {
    for (const month of [MONTH, NEXT]) {
      const { accounts, receipts } = await read(month);
      for (const row of RECONCILIATION_LISTS) {
        for (const { number, rows } of accounts) {
          const figure = row in rows ? rows[row as keyof typeof rows] : 0;
          const items = row in rows ? await listItems(month, row, number) : [];
          expect(items.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0)).toBe(
            Math.round(figure * 100),
          );
        }
        if (row in receipts.rows) {
          const items = await listItems(month, row);
          const figure = receipts.rows[row as keyof typeof receipts.rows];
          expect(items.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0)).toBe(
            Math.round(figure * 100),
          );
        }
      }
    }
  });

  it('an item leads to its client, payment, line and file', async () => {
    const [moved] = (await listItems(MONTH, 'receipts', MAIN)).slice(-1);
    expect(moved).toMatchObject({
      date: LAST_DAY,
      amount: 90,
      userId,
      lineId: lines.get(90)?.id,
      fileName: `${MAIN}-${on('20')}.csv`,
    });
    expect(await listItems(MONTH, 'later', MAIN)).toMatchObject([
      { date: on('25'), entryDate: FIRST_OF_NEXT, amount: 700, userId },
    ]);
    expect(await listItems(MONTH, 'typed')).toMatchObject([
      { date: on('16'), amount: 333, method: 'cash', lineId: null, userId },
    ]);
    expect(await listItems(MONTH, 'other', MAIN)).toMatchObject([
      { date: on('15'), rows: 1, amount: -80 },
      { date: on('20'), rows: 1, amount: -50 },
    ]);
  });

  it('the file has the balances, each item and the difference of each account', async () => {
    const { status, body } = await portal.call(
      'GET',
      `/api/admin/bank-reconciliation.csv?month=${MONTH}`,
      admin,
    );
    expect(status).toBe(200);
    const records = readCsvRecords(body);
    const ofMain = records.filter((record) => record['Bank account'] === MAIN);
    const amounts = new Map(ofMain.map(({ Figure, Amount }) => [Figure, Number(Amount)]));

    expect(amounts.get('Opening balance')).toBe(1_000);
    expect(amounts.get('Closing balance of the files')).toBe(3_993);
    expect(amounts.get('Difference')).toBe(0);
    const frame = [...Object.values(RECONCILIATION_FRAME), 'Note'];
    const sum = ofMain
      .filter(({ Figure = '' }) => !frame.includes(Figure))
      .reduce((cents, { Amount }) => cents + Math.round(Number(Amount) * 100), 0);
    expect(sum).toBe(299_300);
    expect(records.filter((record) => record['Bank account'] === UNREAD)).toMatchObject([
      { Figure: 'Note', Description: 'No file of this account was ever read.', Amount: '' },
    ]);
    expect(ofMain.find(({ Figure }) => Figure === RECONCILIATION_FRAME.closing)).toMatchObject({
      'Bank date': LAST_DAY,
    });
    expect(records.find(({ Figure }) => Figure === RECONCILIATION_LABELS.other)).toMatchObject({
      Description: '1 row of the day',
    });
    expect(records.filter(({ Figure }) => Figure === 'Without a line, typed by hand')).toMatchObject([
      { 'Bank date': on('16'), Amount: '333.00', Method: 'Cash' },
    ]);
  });
});

describe('money of the bank in the books of a month', () => {
  const entries = async (row: string, from: string, to: string) =>
    (await portal.call('GET', `/api/admin/ledger/entries?from=${from}&to=${to}&row=${row}`, admin)).body
      .entries;

  it('unidentified money opens what was nobody’s on any day, and what came in and went out', async () => {
    expect(await entries('unidentified', on('01'), LAST_DAY)).toMatchObject([
      { kind: 'unidentified-in', date: on('07'), amount: 300, lineId: lines.get(300)?.id, bankAccount: MAIN },
    ]);
    expect(await entries('unidentified', on('01'), on('06'))).toEqual([]);
    expect(await entries('unidentifiedIn', on('01'), LAST_DAY)).toMatchObject([
      { date: on('07'), amount: 300 },
      { date: LAST_DAY, amount: 90 },
    ]);
    expect(await entries('unidentifiedOut', on('01'), LAST_DAY)).toMatchObject([
      { kind: 'unidentified-moved', date: LAST_DAY, amount: -90 },
    ]);
  });

  it('typed receipts without a line and money that was sent back stand in the list for review', async () => {
    const today = dayFromToday(0);
    const typed = (await entries('review', on('01'), LAST_DAY)).filter(
      ({ kind }: { kind: string }) => kind === 'payment',
    );
    expect(typed).toMatchObject([{ date: on('16'), amount: -333, lineId: null, bankAccount: null }]);
    const sent = (await entries('review', today, today)).filter(
      ({ kind }: { kind: string }) => kind === 'unidentified-sent-back',
    );
    expect(sent).toMatchObject([
      {
        amount: -30,
        reason: 'Not ours',
        lineId: lines.get(30)?.id,
        bankAccount: MAIN,
        writtenBy: 'Thandi Nkosi',
      },
    ]);
  });

  it("the bookkeeper's file has line and account of each receipt, unidentified money, and fees of batches", async () => {
    const { body } = await portal.call('GET', `/api/admin/ledger.csv?from=${on('01')}&to=${LAST_DAY}`, admin);
    const records = readCsvRecords(body);
    const receipts = records.filter(({ Type }) => Type === 'payment');

    expect(receipts.find(({ Credit }) => Credit === '500.00')).toMatchObject({
      'Bank account': MAIN,
      'Bank line': String(lines.get(500)?.id),
      'Ledger account': 'Debtors',
    });
    expect(receipts.find(({ Credit }) => Credit === '333.00')).toMatchObject({
      'Bank account': '',
      'Bank line': '',
    });
    expect(records.filter((record) => record['Ledger account'] === 'Unidentified receipts')).toMatchObject([
      { Type: 'unidentified-in', Date: on('07'), Credit: '300.00' },
      { Type: 'unidentified-in', Date: LAST_DAY, Credit: '90.00' },
      { Type: 'unidentified-moved', Date: LAST_DAY, Debit: '90.00' },
    ]);
    expect(records.filter((record) => record['Ledger account'] === 'Bank charges')).toMatchObject([
      { Type: 'bank-fee', Date: on('06'), Debit: '25.00', 'Bank account': MAIN },
    ]);
  });
});
