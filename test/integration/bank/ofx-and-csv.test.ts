import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import type { BankLines } from '#shared/contract/bank/bank-lines.ts';
import { type FnbRow, writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { type OfxRow, writeOfx } from '#test/support/bank/ofx-file.ts';
import { bookCertain, runBookings } from '#test/support/bank/order-lines.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday, readLedger } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** Each test has an account and an amount of its own. */
const ACCOUNTS = Array.from({ length: 40 }, (_, index) => `64${String(index).padStart(9, '0')}`);
const PERHAPS = expect.stringMatching(/^Perhaps in the file of/);
const DAY = dayFromToday(-1);

let portal: TestPortal;
let admin: { cookie: string; userId: number };
let lines: ReturnType<typeof lineCalls>;
let left = [...ACCOUNTS];
let account: string;
let clients = 0;
let cents = 41_900;

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { OTHER_BANK_ACCOUNTS: ACCOUNTS.map((number) => `FNB ${number}`).join(', ') },
  });
  admin = await addCaller(portal, 'admin');
  lines = lineCalls(portal, admin);
});
afterAll(() => portal.stop());

const begin = () => {
  account = left[0] ?? '';
  left = left.slice(1);
  cents += 100;
};

/** Adds a client who owes the amount of the test. */
const addDebtor = async () => {
  clients += 1;
  const owNumber = `OW${79_000 + clients * 20}`;
  const userId = await addUser(portal, { OWNumber: owNumber });
  await writeAccount(portal, userId).issue('2026-11-01', cents, '2026-11-08');

  return { userId, owNumber };
};

const inRand = (amountCents: number): string => (amountCents / 100).toFixed(2);
const ofxRow = (memo: string, number?: string, more: Partial<OfxRow> = {}): OfxRow => ({
  date: DAY.replaceAll('-', ''),
  amount: inRand(cents),
  memo,
  ...(number === undefined ? {} : { number }),
  ...more,
});
const csvRow = (reference: string, date = DAY): FnbRow => ({ date, reference, cents });

const upload = async (text: string): Promise<BankFile> => {
  const { status, body } = await portal.call('POST', '/api/admin/bank-files', {
    cookie: admin.cookie,
    body: { fileName: 'statement', text, bookFrom: dayFromToday(-30) },
  });
  expect({ status, body }).toMatchObject({ status: 201 });

  return body;
};
const uploadOfx = (rows: readonly OfxRow[]) => upload(writeOfx(rows, { account }));
const uploadCsv = (rows: readonly FnbRow[]) => upload(writeFnbFile(account, rows));

const linesOf = async (fileId: number): Promise<BankLines['lines']> =>
  (await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, admin)).body.lines;
const readFile = async (fileId: number): Promise<BankFile> =>
  (await portal.call('GET', `/api/admin/bank-files/${fileId}`, admin)).body;

const saySame = (fileId: number, key: string = crypto.randomUUID()) =>
  portal.call('POST', `/api/admin/bank-files/${fileId}/same`, {
    cookie: admin.cookie,
    headers: { 'idempotency-key': key },
  });

const bookAll = async (fileId: number): Promise<number> => {
  await bookCertain(portal, admin, fileId);
  await runBookings(portal);

  return (await readFile(fileId)).counts.booked;
};

describe('within OFX', () => {
  it('a line is known by the number of the bank, whatever its words are now', async () => {
    begin();
    const first = await uploadOfx([ofxRow('EFT', '1'), ofxRow('EFT', '2')]);
    const again = await uploadOfx([ofxRow('EFT FROM SAMPLE', '2'), ofxRow('EFT', '1'), ofxRow('EFT', '3')]);

    expect(first).toMatchObject({ format: 'ofx', counts: { lines: 2, duplicates: 0 } });
    expect(again.counts).toMatchObject({ lines: 1, duplicates: 2 });
  });

  it.each([
    ['another day', { date: dayFromToday(-2).replaceAll('-', '') }],
    ['another amount', { amount: '1.00' }],
  ])('a number that comes again with %s is another line', async (_what, more) => {
    begin();
    await uploadOfx([ofxRow('EFT', '1')]);

    expect((await uploadOfx([ofxRow('EFT', '1', more)])).counts).toMatchObject({ lines: 1, duplicates: 0 });
  });

  it('a number that stands twice in a file with one day and amount is told apart by its place', async () => {
    begin();
    const text = [ofxRow('EFT', '1'), ofxRow('EFT', '1'), ofxRow('FEE', '1', { amount: '-5.00' })];

    expect((await uploadOfx(text)).counts).toMatchObject({ lines: 2, duplicates: 0 });
    expect((await uploadOfx(text)).counts).toMatchObject({ lines: 0, duplicates: 2 });
  });

  it('a line without a number is known by its words', async () => {
    begin();
    await uploadOfx([ofxRow('EFT of SAMPLE')]);

    const again = await uploadOfx([ofxRow('eft OF  sample'), ofxRow('EFT of another')]);

    expect(again.counts).toMatchObject({ lines: 1, duplicates: 1 });
  });

  it('a line is certain without a balance, for the job as well and when it is opened again', async () => {
    begin();
    const [one, other] = [await addDebtor(), await addDebtor()];
    const file = await uploadOfx([ofxRow(`EFT ${one.owNumber}`, '1'), ofxRow(`EFT ${other.owNumber}`, '2')]);
    expect(file.counts).toMatchObject({ certain: 2 });
    const [line] = await linesOf(file.id);
    await lines.ignore(line?.id ?? 0);

    expect((await lines.reopen(line?.id ?? 0)).body).toMatchObject({ state: 'certain', perhaps: null });
    expect(await bookAll(file.id)).toBe(2);
  });
});

describe.each([
  [
    'a CSV and then an OFX',
    (owNumber: string) => uploadCsv([csvRow(owNumber)]),
    (owNumber: string) => uploadOfx([ofxRow(`Payment received ${owNumber}`, '1')]),
  ],
  [
    'an OFX and then a CSV',
    (owNumber: string) => uploadOfx([ofxRow(`Payment received ${owNumber}`, '1')]),
    (owNumber: string) => uploadCsv([csvRow(owNumber)]),
  ],
])('of one receipt, %s', (_what, bringFirst, bringSecond) => {
  it('are a certain line and one that is perhaps the same, at upload, for the job and opened again', async () => {
    begin();
    const { owNumber } = await addDebtor();
    const first = await bringFirst(owNumber);

    const second = await bringSecond(owNumber);

    expect(first.counts).toMatchObject({ certain: 1, perhapsSame: 0 });
    expect(second.counts).toMatchObject({ lines: 1, duplicates: 0, certain: 0, perhapsSame: 1 });
    const [line] = await linesOf(second.id);
    expect(line).toMatchObject({ state: 'likely', perhaps: PERHAPS });
    await lines.ignore(line?.id ?? 0);
    expect((await lines.reopen(line?.id ?? 0)).body).toMatchObject({ state: 'likely', perhaps: PERHAPS });
    expect([await bookAll(first.id), await bookAll(second.id)]).toEqual([1, 0]);
  });

  it('are one line once somebody says that they are the same, and the money is booked once', async () => {
    begin();
    const { userId, owNumber } = await addDebtor();
    const first = await bringFirst(owNumber);
    const second = await bringSecond(owNumber);

    const { status, body } = await saySame(second.id);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: second.id, counts: { perhapsSame: 0, ignored: 1, likely: 0 }, sums: { open: 0 } },
    });
    expect(await linesOf(second.id)).toMatchObject([{ state: 'ignored', bookedBy: expect.any(String) }]);
    const audited = await portal.connection
      .select({ record: auditLog.record, actor: auditLog.actor_id, changes: auditLog.changes })
      .from(auditLog)
      .where(sql`${eq(auditLog.action, 'bank.same')} and ${eq(auditLog.record, `bank file ${second.id}`)}`);
    expect(audited).toEqual([
      { record: `bank file ${second.id}`, actor: admin.userId, changes: { lines: 1, amount: cents / 100 } },
    ]);
    await bookAll(first.id);
    expect((await readLedger(portal, userId)).entries.filter(({ kind }) => kind === 'payment')).toHaveLength(
      1,
    );
  });

  it('stay one line in later files, and the first file can be taken back no longer', async () => {
    begin();
    const { owNumber } = await addDebtor();
    const first = await bringFirst(owNumber);
    const second = await bringSecond(owNumber);
    await saySame(second.id);

    const takeBack = await portal.call('DELETE', `/api/admin/bank-files/${first.id}`, {
      cookie: admin.cookie,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });

    expect(takeBack).toMatchObject({
      status: 409,
      body: {
        code: 'is_repeated',
        message: expect.stringMatching(/^Please open the ignored lines of .+ again first/),
        current: { id: second.id },
      },
    });
    expect((await readFile(first.id)).canTakeBack).toBe(false);
    expect((await bringFirst(owNumber)).counts).toMatchObject({ lines: 0, duplicates: 1 });
    expect((await bringSecond(owNumber)).counts).toMatchObject({ lines: 0, duplicates: 1 });
  });

  it('are two receipts again if the first file is taken back before anybody says so', async () => {
    begin();
    const { owNumber } = await addDebtor();
    const first = await bringFirst(owNumber);
    const second = await bringSecond(owNumber);

    const takeBack = await portal.call('DELETE', `/api/admin/bank-files/${first.id}`, {
      cookie: admin.cookie,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });

    expect(takeBack.status).toBe(204);
    expect((await readFile(second.id)).counts).toMatchObject({ perhapsSame: 0, ignored: 0 });
    expect((await saySame(second.id)).body.counts).toMatchObject({ ignored: 0 });
  });
});

describe('two equal receipts of one day', () => {
  it.each([
    ['1', '2'],
    ['2', '1'],
    ['b', 'a'],
    ['77', '9'],
  ])(
    'of which a CSV brought the first are one pair and one new line, by their order, as %s and %s',
    async (...numbers) => {
      begin();
      const [one, other] = [await addDebtor(), await addDebtor()];
      await uploadCsv([csvRow(one.owNumber)]);

      const { id, counts } = await uploadOfx([
        ofxRow(`EFT ${one.owNumber}`, numbers[0]),
        ofxRow(`EFT ${other.owNumber}`, numbers[1]),
      ]);

      expect(counts).toMatchObject({ lines: 2, certain: 1, perhapsSame: 1 });
      const found = await linesOf(id);
      const byMemo = (owNumber: string) => found.find(({ description }) => description.endsWith(owNumber));
      expect(byMemo(one.owNumber)).toMatchObject({ perhaps: PERHAPS });
      expect(byMemo(other.owNumber)).toMatchObject({ state: 'certain', perhaps: null });
      expect((await saySame(id)).body.counts).toMatchObject({ ignored: 1, certain: 1 });
      expect(await bookAll(id)).toBe(1);
    },
  );

  it('of which an OFX brought the first are paired by time, also in a CSV that begins with the newest', async () => {
    begin();
    const [one, other] = [await addDebtor(), await addDebtor()];
    await uploadOfx([ofxRow(`EFT ${one.owNumber}`, '1')]);
    const newestFirst = [csvRow('LATER', dayFromToday(0)), csvRow(other.owNumber), csvRow(one.owNumber)];
    const balances = newestFirst.map((_, index) => 1000 + ((3 - index) * cents) / 100);
    const text = [
      `ACCOUNT TRANSACTION HISTORY FOR ACCOUNT NUMBER ${account}`,
      '',
      'Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER',
      ...newestFirst.map(
        ({ date, reference }, index) =>
          `${date.replaceAll('-', '/')},0,${cents / 100},EFT,${reference},${balances[index]},0`,
      ),
      '',
    ].join('\r\n');

    const { id } = await upload(text);

    const found = await linesOf(id);
    const byReference = (owNumber: string) => found.find(({ reference }) => reference === owNumber);
    expect(byReference(one.owNumber)).toMatchObject({ perhaps: PERHAPS });
    expect(byReference(other.owNumber)).toMatchObject({ state: 'certain', perhaps: null });
  });

  it('in files of both formats that overlap are two lines, whichever file brings which', async () => {
    begin();
    const [one, other] = [await addDebtor(), await addDebtor()];
    const csv = [csvRow(one.owNumber), csvRow(other.owNumber)];
    const ofx = [ofxRow(`EFT ${one.owNumber}`, '1'), ofxRow(`EFT ${other.owNumber}`, '2')];

    const files = [
      await uploadCsv(csv.slice(0, 1)),
      await uploadOfx(ofx),
      await uploadCsv(csv),
      await uploadOfx(ofx),
    ];

    expect(files.map(({ counts }) => [counts.lines, counts.duplicates, counts.perhapsSame])).toEqual([
      [1, 0, 0],
      [2, 0, 1],
      [1, 1, 1],
      [0, 2, 0],
    ]);
    for (const { id } of files) {
      await saySame(id);
    }
    const booked = [];
    for (const { id } of files) {
      booked.push(await bookAll(id));
    }
    expect(booked).toEqual([1, 1, 0, 0]);
    const payments = await Promise.all(
      [one, other].map(async ({ userId }) =>
        (await readLedger(portal, userId)).entries.filter(({ kind }) => kind === 'payment'),
      ),
    );
    expect(payments.map(({ length }) => length)).toEqual([1, 1]);
  });
});

describe("'They are the same'", () => {
  it('leaves lines of another day, amount or account, and those that somebody dealt with', async () => {
    begin();
    const { userId, owNumber } = await addDebtor();
    await uploadCsv([csvRow('y', dayFromToday(-3)), csvRow(owNumber), csvRow('x')]);
    const { id } = await uploadOfx([
      ofxRow('EFT', '1'),
      ofxRow('EFT', '2'),
      ofxRow('EFT', '3', { date: dayFromToday(-4).replaceAll('-', '') }),
      ofxRow('EFT', '4', { amount: '2.00' }),
    ]);
    const [first] = (await linesOf(id)).filter(({ perhaps }) => perhaps !== null);
    await lines.book(first?.id ?? 0, { parts: [{ userId, amount: cents / 100 }] });

    const { body } = await saySame(id);

    expect(body.counts).toMatchObject({ booked: 1, ignored: 1, perhapsSame: 0 });
  });

  it('can be taken back line by line', async () => {
    begin();
    const { owNumber } = await addDebtor();
    await uploadCsv([csvRow(owNumber)]);
    const { id } = await uploadOfx([ofxRow(`EFT ${owNumber}`, '1')]);
    await saySame(id);
    const [line] = await linesOf(id);

    expect((await lines.reopen(line?.id ?? 0)).body).toMatchObject({ state: 'likely', perhaps: PERHAPS });
    expect((await readFile(id)).counts).toMatchObject({ perhapsSame: 1, ignored: 0 });
  });

  it('is done once for a key, and answers the file', async () => {
    begin();
    await uploadCsv([csvRow('x')]);
    const { id } = await uploadOfx([ofxRow('EFT', '1')]);
    const key = crypto.randomUUID();
    await saySame(id, key);
    const [line] = await linesOf(id);
    await lines.reopen(line?.id ?? 0);

    expect(await saySame(id, key)).toMatchObject({ status: 200, body: { counts: { perhapsSame: 1 } } });
  });

  it('is for administrators, and a file that is missing answers 404', async () => {
    const { cookie } = await addCaller(portal, 'client');

    expect((await saySame(999_999)).status).toBe(404);
    expect((await portal.call('POST', '/api/admin/bank-files/1/same', { cookie })).status).toBe(403);
  });

  it('waits for somebody who books the line meanwhile, and leaves it to them', async () => {
    begin();
    const { userId, owNumber } = await addDebtor();
    await uploadCsv([csvRow(owNumber)]);
    const { id } = await uploadOfx([ofxRow(`EFT ${owNumber}`, '1')]);
    const [line] = await linesOf(id);

    const meeting = await connectAsOwner().transaction(async (holder) => {
      await holder.execute(sql`select from bank_lines where id = ${line?.id} for update`);
      const sent = [lines.book(line?.id ?? 0, { parts: [{ userId, amount: cents / 100 }] })];
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      sent.push(saySame(id));
      await expect.poll(() => countBlockedStatements(portal)).toBe(2);

      return { answers: Promise.all(sent) };
    });
    const [booked, same] = await meeting.answers;

    expect(booked?.status).toBe(200);
    expect(same?.body.counts).toMatchObject({ booked: 1, ignored: 0 });
  });
});
