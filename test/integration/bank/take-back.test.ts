import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { yearBefore } from '#shared/dates.ts';
import { fileCalls } from '#test/support/bank/file-calls.ts';
import { type FnbRow, writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { writeOfx } from '#test/support/bank/ofx-file.ts';
import { bookCertain, runBookings } from '#test/support/bank/order-lines.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** Each test has an account and an amount of its own. */
const ACCOUNTS = Array.from({ length: 40 }, (_, index) => `64${String(index).padStart(9, '0')}`);

let portal: TestPortal;
let admin: { cookie: string; userId: number };
let files: ReturnType<typeof fileCalls>;
let lines: ReturnType<typeof lineCalls>;
let used = 0;

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { OTHER_BANK_ACCOUNTS: ACCOUNTS.map((number) => `FNB ${number}`).join(', ') },
  });
  admin = await addCaller(portal, 'admin');
  files = fileCalls(portal, admin);
  lines = lineCalls(portal, admin);
});
afterAll(() => portal.stop());

const today = dayFromToday(0);
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

const nextAccount = (): { account: string; row: FnbRow } => {
  used += 1;
  const row = { date: today, description: 'MAGTAPE CREDIT', reference: 'A PAYER', cents: 20_000 + used };

  return { account: ACCOUNTS[used - 1] ?? '', row };
};

/** Uploads a file of one line that is certain for a client who owes its amount. */
const uploadCertain = async () => {
  const { account, row } = nextAccount();
  const owNumber = `OW${71_000 + used * 20}`;
  const userId = await addUser(portal, { OWNumber: owNumber });
  await writeAccount(portal, userId).issue('2026-11-01', row.cents, '2026-11-08');
  const text = writeFnbFile(account, [{ ...row, reference: owNumber }]);
  const file = await files.upload(text);
  expect(file).toMatchObject({ canTakeBack: true, counts: { certain: 1 } });
  const [line] = await files.linesOf(file.id);

  return { account, userId, text, file, lineId: line?.id ?? 0, cents: row.cents };
};

const countRows = async (fileId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select (select count(*) from bank_files where id = ${fileId})::int as files,
      (select count(*) from bank_lines where file_id = ${fileId})::int as lines,
      (select count(*) from bank_known_lines where file_id = ${fileId})::int as known`);

  return rows[0];
};

const readAudit = (fileId: number, action: string) =>
  portal.connection
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.record, `bank file ${fileId}`), eq(auditLog.action, action)));

const GONE = { files: 0, lines: 0, known: 0 };

describe('a file of which nothing is booked', () => {
  it('is taken back with its lines and all that was remembered by it, and can be dropped again', async () => {
    const { account, file, text } = await uploadCertain();

    expect(await files.takeBack(file.id)).toMatchObject({ status: 204 });

    expect(await countRows(file.id)).toEqual(GONE);
    expect(await files.read(file.id)).toMatchObject({ status: 404 });
    expect((await files.list()).accounts.find(({ number }) => number === account)).toMatchObject({
      bookFrom: null,
      readUntil: null,
    });
    expect(await readAudit(file.id, 'bank.take-back')).toMatchObject([
      { actor_id: admin.userId, changes: { from: today, to: today } },
    ]);
    expect(await files.upload(text, { bookFrom: today })).toMatchObject({
      bookFrom: today,
      counts: { lines: 1, duplicates: 0, certain: 1 },
    });
  });

  it('takes the columns and the account with it that were chosen for its header', async () => {
    const { account } = nextAccount();
    const header = `When ${crypto.randomUUID().replaceAll(/[^a-f]/g, '')},What,How much`;
    const text = `${header}\n${today},PAID,100.00`;
    const mapping = { date: 0, description: 1, amount: 2, dateFormat: 'YYYY-MM-DD' };
    const file = await files.upload(text, { mapping, account });

    expect(await files.takeBack(file.id)).toMatchObject({ status: 204 });

    expect(await files.send(text)).toMatchObject({ status: 422, body: { code: 'columns_unknown' } });
    expect(await files.send(text, { mapping })).toMatchObject({
      status: 422,
      body: { code: 'account_needed' },
    });
  });

  it('leaves a line certain that it may have brought first', async () => {
    const { account, userId, file, cents } = await uploadCertain();
    const rows = await portal.connection.execute(
      sql`select "OWNumber" as ow from users where "User_Id" = ${userId}`,
    );
    const memo = `EFT ${rows.rows[0]?.ow} INTERNET`;
    const row = { date: today.replaceAll('-', ''), amount: (cents / 100).toFixed(2), memo, number: '1' };
    const again = await files.upload(writeOfx([row], { account }));
    expect(again).toMatchObject({ counts: { certain: 0, likely: 1, perhapsSame: 1 } });

    expect(await files.takeBack(file.id)).toMatchObject({ status: 204 });

    expect((await files.read(again.id)).body).toMatchObject({ counts: { certain: 1, perhapsSame: 0 } });
    expect(await files.linesOf(again.id)).toMatchObject([{ state: 'certain', perhaps: null }]);
  });

  it('is taken back although lines before the first day are ignored', async () => {
    const { account, row } = nextAccount();
    const file = await files.upload(writeFnbFile(account, [{ ...row, date: dayFromToday(-3) }]), {
      bookFrom: today,
    });
    expect(file).toMatchObject({ canTakeBack: true, counts: { ignored: 1, earlier: 1 } });

    expect(await files.takeBack(file.id)).toMatchObject({ status: 204 });
  });

  it('answers a repeated key with 204, and another request with 404', async () => {
    const { file } = await uploadCertain();
    const key = newKey();

    expect(await files.takeBack(file.id, key)).toMatchObject({ status: 204 });
    expect(await files.takeBack(file.id, key)).toMatchObject({ status: 204 });
    expect(await files.takeBack(file.id)).toMatchObject({ status: 404 });
  });
});

describe('a file with a line of which something became', () => {
  type Uploaded = Awaited<ReturnType<typeof uploadCertain>>;
  const acts: [string, (uploaded: Uploaded) => Promise<unknown>][] = [
    [
      'is booked',
      ({ lineId, userId, cents }) => lines.book(lineId, { parts: [{ userId, amount: cents / 100 }] }),
    ],
    [
      'was booked and opened again',
      async ({ lineId, userId, cents }) => {
        await lines.book(lineId, { parts: [{ userId, amount: cents / 100 }] });

        return lines.reopen(lineId, { reason: 'Somebody else' });
      },
    ],
    [
      'is joined with a payment',
      async ({ lineId, userId, cents }) => {
        const { body } = await moneyCalls(portal, admin).pay(userId, { amount: cents / 100 });

        return lines.book(lineId, { paymentIds: [body.id] });
      },
    ],
    ['is unidentified', ({ lineId }) => lines.book(lineId, { unidentified: true })],
    ['was ignored by a person', ({ lineId }) => lines.ignore(lineId)],
    ['is ordered to be booked', ({ file }) => bookCertain(portal, admin, file.id)],
  ];
  it.each(acts)('stays if the line %s', async (_what, act) => {
    const uploaded = await uploadCertain();
    expect(await act(uploaded)).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });

    expect(await files.takeBack(uploaded.file.id)).toMatchObject({
      status: 409,
      body: {
        code: 'has_bookings',
        message: 'A line of this file was booked or ignored, so the file stays.',
        current: { id: uploaded.file.id, canTakeBack: false },
      },
    });
    expect(await countRows(uploaded.file.id)).toEqual({ files: 1, lines: 1, known: 0 });
    await runBookings(portal);
  });

  it('stays if the line reversed a payment', async () => {
    const { account, row } = nextAccount();
    const userId = await addUser(portal, {});
    const { body: payment } = await moneyCalls(portal, admin).pay(userId, { amount: row.cents / 100 });
    const file = await files.upload(
      writeFnbFile(account, [{ ...row, description: 'UNPAID ITEM', cents: -row.cents }]),
    );
    const [line] = await files.linesOf(file.id);
    expect(
      await lines.book(line?.id ?? 0, { reverses: payment.id, reason: 'Returned by the bank' }),
    ).toMatchObject({ status: 200 });

    expect(await files.takeBack(file.id)).toMatchObject({ status: 409, body: { code: 'has_bookings' } });
  });
});

describe('a file whose line a later file brought again', () => {
  it('stays until the newest of those files is taken back', async () => {
    const { account, row } = nextAccount();
    const rows = [row, { ...row, cents: row.cents + 5_000 }, { ...row, cents: row.cents + 10_000 }];
    const ids: number[] = [];
    for (const count of [1, 2, 3]) {
      ids.push((await files.upload(writeFnbFile(account, rows.slice(0, count)))).id);
    }
    const [first = 0, second = 0, third = 0] = ids;

    for (const id of [first, second]) {
      expect(await files.takeBack(id)).toMatchObject({
        status: 409,
        body: {
          code: 'is_repeated',
          message: expect.stringMatching(/^Please take back statement\.csv of .* first: it brought lines/),
          current: { id: third, canTakeBack: true },
        },
      });
    }
    for (const id of [third, second, first]) {
      expect(await files.takeBack(id)).toMatchObject({ status: 204 });
    }
    expect((await files.upload(writeFnbFile(account, rows))).counts).toMatchObject({ lines: 3 });
  });
});

/** Sends requests one after the other while the line is locked, so that they wait in this order, then lets them run. */
const meetAtLine = async <T>(lineId: number, sends: (() => Promise<T>)[]): Promise<T[]> => {
  const meeting = await connectAsOwner().transaction(async (holder) => {
    await holder.execute(sql`select from bank_lines where id = ${lineId} for update`);
    const sent: Promise<T>[] = [];
    for (const send of sends) {
      sent.push(send());
      await expect.poll(() => countBlockedStatements(portal)).toBe(sent.length);
    }

    return { answers: Promise.all(sent) };
  });

  return meeting.answers;
};

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);

describe('taking back, beside something else', () => {
  it("'Book all' that waits behind it books nothing and finds no file", async () => {
    const { file, lineId, userId } = await uploadCertain();

    const answers = await meetAtLine(lineId, [
      () => files.takeBack(file.id),
      () => bookCertain(portal, admin, file.id),
    ]);
    await runBookings(portal);

    expect(statusesOf(answers)).toEqual([204, 404]);
    expect((await moneyCalls(portal, admin).readDebt(userId)).body.credit).toBe(0);
    expect(await countRows(file.id)).toEqual(GONE);
  });

  it("'Book all' that came first books its lines, and the file stays", async () => {
    const { file, lineId } = await uploadCertain();

    const answers = await meetAtLine(lineId, [
      () => bookCertain(portal, admin, file.id),
      () => files.takeBack(file.id),
    ]);
    await runBookings(portal);

    expect(statusesOf(answers)).toEqual([202, 409]);
    expect((await files.read(file.id)).body.counts).toMatchObject({ booked: 1 });
  });

  it('an upload of the same lines that waits behind it brings them anew', async () => {
    const { file, lineId, text } = await uploadCertain();

    const [taken, sent] = await meetAtLine<{ status: number; body: BankFile }>(lineId, [
      () => files.takeBack(file.id),
      () => files.send(text),
    ]);

    expect(taken).toMatchObject({ status: 204 });
    expect(sent).toMatchObject({ status: 201, body: { counts: { lines: 1, duplicates: 0 } } });
  });

  it('an upload of the same lines that came first keeps the file', async () => {
    const { file, lineId, text } = await uploadCertain();

    const [sent, taken] = await meetAtLine(lineId, [() => files.send(text), () => files.takeBack(file.id)]);

    expect(sent).toMatchObject({ status: 201, body: { counts: { lines: 0, duplicates: 1 } } });
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'is_repeated', current: { id: sent?.body.id } },
    });
  });

  it('of two at once one takes the file back, and the other finds none', async () => {
    const { file, lineId } = await uploadCertain();

    const answers = await meetAtLine(lineId, [() => files.takeBack(file.id), () => files.takeBack(file.id)]);

    expect(statusesOf(answers)).toEqual([204, 404]);
    expect(await readAudit(file.id, 'bank.take-back')).toHaveLength(1);
  });

  it('a connection that dies in between leaves the whole file, and the key can be sent again', async () => {
    const { file, lineId } = await uploadCertain();
    const key = newKey();
    let sent: ReturnType<typeof files.takeBack> | undefined;
    await connectAsOwner().transaction(async (holder) => {
      await holder.execute(sql`select from bank_lines where id = ${lineId} for update`);
      sent = files.takeBack(file.id, key);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      portal.dataApi.failNext('ExecuteStatement', '57P01');
    });

    expect(await sent).toMatchObject({ status: 503 });
    expect(await countRows(file.id)).toMatchObject({ files: 1, lines: 1 });
    expect(await files.takeBack(file.id, key)).toMatchObject({ status: 204 });
    expect(await countRows(file.id)).toEqual(GONE);
  });
});

describe('the first day of an account', () => {
  it('is set earlier: ignored lines from that day on find their clients, for all files of the account', async () => {
    const { account, row } = nextAccount();
    const owNumber = `OW${71_000 + used * 20}`;
    const userId = await addUser(portal, { OWNumber: owNumber });
    await writeAccount(portal, userId).issue('2026-11-01', row.cents, '2026-11-08');
    const rows = [
      { ...row, date: dayFromToday(-5), reference: 'TOO EARLY' },
      { ...row, date: dayFromToday(-2), reference: owNumber },
    ];
    const first = await files.upload(writeFnbFile(account, rows), { bookFrom: today });
    const second = await files.upload(
      writeFnbFile(account, [...rows, { ...row, reference: 'OPEN', cents: row.cents + 1_000 }]),
    );
    expect(first.counts).toMatchObject({ ignored: 2, earlier: 2 });

    expect(await files.changeFirstDay(second.id, dayFromToday(-2))).toMatchObject({
      status: 200,
      body: { id: second.id, bookFrom: dayFromToday(-2), counts: { unmatched: 1 } },
    });

    expect((await files.read(first.id)).body).toMatchObject({
      bookFrom: dayFromToday(-2),
      ties: true,
      counts: { ignored: 1, earlier: 1, certain: 1 },
    });
    expect(await files.linesOf(first.id)).toMatchObject([
      { state: 'ignored', proposals: [] },
      { state: 'certain', bookedBy: null, proposals: [{ userId }] },
    ]);
  });

  it('is set later: open lines before it are ignored, and nobody is proposed for them any more', async () => {
    const { file, lineId } = await uploadCertain();

    expect(await files.changeFirstDay(file.id, dayFromToday(1))).toMatchObject({
      status: 200,
      body: { bookFrom: dayFromToday(1), counts: { certain: 0, ignored: 1, earlier: 1 } },
    });

    expect(await files.linesOf(file.id)).toMatchObject([
      { id: lineId, state: 'ignored', proposals: [], bookedBy: null },
    ]);
    expect(await files.changeFirstDay(file.id, today)).toMatchObject({
      body: { counts: { certain: 1, ignored: 0, earlier: 0 } },
    });
  });

  it('leaves a line ignored that a person ignored', async () => {
    const { file, lineId } = await uploadCertain();
    await lines.ignore(lineId);

    expect(await files.changeFirstDay(file.id, dayFromToday(-10))).toMatchObject({
      status: 200,
      body: { counts: { ignored: 1, earlier: 0, certain: 0 } },
    });
  });

  it('still proposes to ignore a deposit and its return of one file', async () => {
    const { account, row } = nextAccount();
    const file = await files.upload(
      writeFnbFile(account, [
        { ...row, reference: 'REF12345' },
        { ...row, description: 'UNPAID ITEM', reference: 'REF12345', cents: -row.cents },
      ]),
      { bookFrom: dayFromToday(1) },
    );

    await files.changeFirstDay(file.id, today);

    expect((await files.linesOf(file.id)).map(({ perhaps }) => perhaps)).toEqual([
      'Came and went in this file',
      'Came and went in this file',
    ]);
  });

  it('stays once a line of the account is booked, in whichever file', async () => {
    const { account, file, lineId, cents } = await uploadCertain();
    await lines.book(lineId, { unidentified: true });
    const other = await files.upload(
      writeFnbFile(account, [{ date: today, description: 'ANOTHER', cents: cents + 7 }]),
    );

    for (const id of [file.id, other.id]) {
      expect(await files.changeFirstDay(id, dayFromToday(-1))).toMatchObject({
        status: 409,
        body: { code: 'has_bookings', current: { id, bookFrom: file.bookFrom } },
      });
    }
  });

  const yearAgo = yearBefore(today);
  it('is at most tomorrow and at least a year back, at the upload as later', async () => {
    const { account, row } = nextAccount();
    const text = writeFnbFile(account, [row]);
    const refusal = { status: 422, body: { fields: { bookFrom: expect.stringMatching(/^Please choose/) } } };
    const dayBeforeYear = new Date(Date.parse(yearAgo) - 86_400_000).toISOString().slice(0, 10);
    for (const day of [dayFromToday(2), dayBeforeYear, '2062-11-01', '1900-01-01']) {
      expect(await files.send(text, { bookFrom: day })).toMatchObject(refusal);
    }

    const file = await files.upload(text, { bookFrom: yearAgo });

    for (const day of [dayFromToday(2), dayBeforeYear]) {
      expect(await files.changeFirstDay(file.id, day)).toMatchObject(refusal);
    }
    expect(await files.changeFirstDay(file.id, dayFromToday(1))).toMatchObject({ status: 200 });
    expect(
      (await portal.connection.select().from(bankFiles).where(eq(bankFiles.id, file.id)))[0],
    ).toMatchObject({ book_from: dayFromToday(1) });
  });

  it('waits for a press on one of its lines, and stays then', async () => {
    const { file, lineId } = await uploadCertain();

    const answers = await meetAtLine(lineId, [
      () => lines.book(lineId, { unidentified: true }),
      () => files.changeFirstDay(file.id, dayFromToday(1)),
    ]);

    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(await portal.connection.select().from(bankLines).where(eq(bankLines.id, lineId))).toMatchObject([
      { state: 'unidentified' },
    ]);
  });

  it('is changed once with one key, and is of no file that was taken back', async () => {
    const { file } = await uploadCertain();
    const key = newKey();
    const day = dayFromToday(-1);

    expect(await files.changeFirstDay(file.id, day, key)).toMatchObject({ status: 200 });
    expect(await files.changeFirstDay(file.id, day, key)).toMatchObject({ status: 200 });
    expect(await files.changeFirstDay(file.id, today, key)).toMatchObject({ status: 422 });
    expect(await readAudit(file.id, 'bank.change-first-day')).toMatchObject([
      { actor_id: admin.userId, changes: { bookFrom: day } },
    ]);
    await files.takeBack(file.id);
    expect(await files.changeFirstDay(file.id, day)).toMatchObject({ status: 404 });
  });
});
