import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import type { BankFile, BankFiles } from '#shared/contract/bank/bank-files.ts';
import type { BankForecast, BankLines, Unidentified } from '#shared/contract/bank/bank-lines.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const read = async <Answer>(path: string) => {
  const { status, body } = await portal.call('GET', `/api/admin/${path}`, { cookie: admin.cookie });

  return { status, body: body as Answer };
};

const setBalances = (fileId: number, opening: string, closing: string) =>
  portal.connection.update(bankFiles).set({ opening, closing }).where(eq(bankFiles.id, fileId));

describe('a file', () => {
  it('a file counts and sums its lines by what became of them, which leads from its opening to its closing balance', async () => {
    const { fileId } = await addBankLines(portal.connection, [
      { state: 'certain', amount: '100.10' },
      { state: 'likely', amount: '20' },
      { state: 'unmatched', amount: '3', date: dayFromToday(1) },
      { state: 'booked', amount: '1000' },
      { state: 'booked', amount: '-40' },
      { state: 'returned', amount: '-5' },
      { state: 'unidentified', amount: '60' },
      { state: 'ignored', amount: '7' },
    ]);
    await portal.connection
      .update(bankFiles)
      .set({ skipped: 2, skipped_amount: '-500', fees: '9.50', duplicates: 1, duplicates_amount: '11' })
      .where(eq(bankFiles.id, fileId));
    await setBalances(fileId, '50', '696.60');

    const { body } = await read<BankFile>(`bank-files/${fileId}`);

    expect(body).toMatchObject({
      state: 'ready',
      ties: true,
      counts: {
        lines: 8,
        skipped: 2,
        duplicates: 1,
        certain: 1,
        likely: 1,
        unmatched: 1,
        returned: 1,
        waiting: 1,
        booked: 2,
        unidentified: 1,
        ignored: 1,
        ordered: 0,
      },
      sums: {
        certain: 100.1,
        booked: 1000,
        unidentified: 60,
        open: 123.1,
        duplicates: 11,
        ignored: 7,
        returned: -45,
        fees: -9.5,
        other: -500,
      },
    });
    await setBalances(fileId, '50', '696.61');
    expect((await read<BankFile>(`bank-files/${fileId}`)).body.ties).toBe(false);
  });

  it('a file without balances does not say whether it ties', async () => {
    const { fileId } = await addBankLines(portal.connection, [{}]);

    expect((await read<BankFile>(`bank-files/${fileId}`)).body).toMatchObject({ opening: null, ties: null });
  });

  it('a file says that a job books its lines until the job ends', async () => {
    const { fileId } = await addBankLines(portal.connection, [{}]);
    const [job] = await portal.connection
      .insert(jobs)
      .values({ kind: 'bank-booking', key: `file ${fileId}`, lane: `bank-file:${fileId}`, payload: {} })
      .returning({ id: jobs.id });
    const stateOf = async () => (await read<BankFile>(`bank-files/${fileId}`)).body.state;

    expect(await stateOf()).toBe('booking');
    await portal.connection
      .update(jobs)
      .set({ state: 'completed' })
      .where(eq(jobs.id, job?.id ?? 0));
    expect(await stateOf()).toBe('ready');
  });

  it.each([
    ['whose opening balance does not follow', { opening: '101', closing: '1' }, '2026-10-05', '2026-10-02'],
    ['whose opening balance follows', { opening: '100', closing: '1' }, '2026-10-05', null],
    ['without balances, a working day later', { opening: null, closing: null }, '2026-10-06', '2026-10-02'],
    ['without balances, after the weekend', { opening: null, closing: null }, '2026-10-05', null],
    ['of the same day', { opening: '101', closing: '1' }, '2026-10-02', null],
  ])('a file %s says whether days may be missing before it', async (_what, balances, from, gapAfter) => {
    const account = crypto.randomUUID();
    const file = {
      file_name: 'a.csv',
      format: 'csv' as const,
      bank: 'FNB',
      account,
      header: 'a',
      from_day: '2026-10-01',
      to_day: '2026-10-02',
      book_from: '2026-10-01',
      opening: '0',
      closing: '100',
      skipped: 0,
      skipped_amount: '0',
      fees: '0',
      duplicates: 0,
      duplicates_amount: '0',
      uploaded_by: admin.userId,
    };
    const added = await portal.connection
      .insert(bankFiles)
      .values([file, { ...file, ...balances, from_day: from, to_day: '2026-10-08' }])
      .returning({ id: bankFiles.id });

    const [first, second] = await Promise.all(
      added.map(async ({ id }) => (await read<BankFile>(`bank-files/${id}`)).body),
    );

    expect(first?.gapAfter).toBeNull();
    expect(second?.gapAfter).toBe(gapAfter);
  });

  it('the files are listed from the newest on, with the accounts that receive money', async () => {
    const { fileId } = await addBankLines(portal.connection, [{}]);

    const { body } = await read<BankFiles>('bank-files');

    expect(body.files.map(({ id }) => id)).toContain(fileId);
    expect(body.files.map(({ id }) => id)).toEqual(body.files.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(body.accounts).toEqual([
      {
        number: '012345678',
        bank: 'Standard Bank',
        bookFrom: expect.any(String),
        suggestedBookFrom: expect.any(String),
        readUntil: expect.any(String),
      },
    ]);
  });

  it('a line leads to its file', async () => {
    const { fileId, lineIds } = await addBankLines(portal.connection, [{}]);

    expect((await read<BankFile>(`bank-lines/${lineIds[0]}/file`)).body.id).toBe(fileId);
  });

  it('a file that does not exist is not found, nor are its lines', async () => {
    expect(await read('bank-files/2000000000')).toMatchObject({ status: 404 });
    expect(await read('bank-lines/2000000000/file')).toMatchObject({ status: 404 });
    expect(await read('bank-files/2000000000/lines')).toMatchObject({ status: 404 });
  });
});

describe('the lines of a file', () => {
  it('lines are listed by day with the clients they may be from, and one of tomorrow says when it can be booked', async () => {
    const userId = await addUser(portal, {
      User_Name: 'Thandi',
      User_Surname: 'Dlamini',
      User_Org: 'Dlamini CC',
    });
    const { fileId, lineIds } = await addBankLines(portal.connection, [
      { date: dayFromToday(1) },
      { userId, amount: '399.00' },
    ]);

    const { body } = await read<BankLines>(`bank-files/${fileId}/lines`);

    expect(body.total).toBe(2);
    expect(body.lines).toMatchObject([
      {
        id: lineIds[1],
        fileId,
        amount: 399,
        state: 'certain',
        bookableFrom: null,
        proposals: [{ userId, name: 'Thandi Dlamini', company: 'Dlamini CC', reasons: ['OW number'] }],
        paymentIds: [],
        isOrdered: false,
        bookedBy: null,
      },
      { id: lineIds[0], bookableFrom: dayFromToday(1), proposals: [] },
    ]);
  });

  it.each([
    ['open', 4],
    ['unsure', 3],
    ['certain', 1],
    ['waiting', 1],
    ['booked', 1],
    ['ignored', 0],
  ])('the filter %s shows its lines and their number', async (state, total) => {
    const { fileId } = await addBankLines(portal.connection, [
      { state: 'certain' },
      { state: 'likely', date: dayFromToday(2) },
      { state: 'unmatched' },
      { state: 'returned' },
      { state: 'booked', date: dayFromToday(2) },
    ]);

    const { body } = await read<BankLines>(`bank-files/${fileId}/lines?state=${state}`);

    expect(body).toMatchObject({ total, lines: { length: total } });
  });

  it('a line is found alone in its file, and not in another', async () => {
    const { fileId, lineIds } = await addBankLines(portal.connection, [{}, {}]);
    const other = await addBankLines(portal.connection, [{}]);

    const found = await read<BankLines>(`bank-files/${fileId}/lines?line=${lineIds[1]}`);
    const foreign = await read<BankLines>(`bank-files/${other.fileId}/lines?line=${lineIds[1]}`);

    expect(found.body).toMatchObject({ total: 1, lines: [{ id: lineIds[1] }] });
    expect(foreign.body).toMatchObject({ total: 0, lines: [] });
  });

  it('a page holds fifty lines, and the next one the rest', async () => {
    const { fileId, lineIds } = await addBankLines(
      portal.connection,
      Array.from({ length: 53 }, () => ({})),
    );

    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await read<BankLines>(`bank-files/${fileId}/lines?page=${page}`)).body),
    );

    expect(pages.map(({ lines, total }) => [lines.length, total])).toEqual([
      [50, 53],
      [3, 53],
      [0, 53],
    ]);
    expect(pages.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(lineIds);
  });
});

it('money of nobody is listed from the oldest day on, with its sum', async () => {
  const before = (await read<Unidentified>('unidentified')).body;
  const { lineIds } = await addBankLines(portal.connection, [
    { state: 'unidentified', amount: '10.50', date: '2020-01-02' },
    { state: 'unidentified', amount: '2', date: '2020-01-01' },
    { state: 'unmatched' },
  ]);

  const { body } = await read<Unidentified>('unidentified');

  expect(body.lines.slice(0, 2).map(({ id }) => id)).toEqual([lineIds[1], lineIds[0]]);
  expect(body).toMatchObject({ total: before.total + 2, sum: before.sum + 12.5 });
  await portal.connection
    .update(bankLines)
    .set({ state: 'ignored' })
    .where(sql`${bankLines.state} = 'unidentified'`);
});

describe('the forecast of a line', () => {
  const forecast = (lineId: number, userId: number) =>
    read<BankForecast>(`bank-lines/${lineId}/forecast?userId=${userId}`);

  it('a forecast names what the line would pay, what would be left, and what is due before and after', async () => {
    const userId = await addUser(portal, {});
    const account = writeAccount(portal, userId);
    const first = await account.issue('2025-02-02', 10_000, '2025-02-20');
    const second = await account.issue('2025-02-03', 10_000, '2025-02-28');
    const { lineIds } = await addBankLines(portal.connection, [
      { amount: '150' },
      { amount: '250' },
      { amount: '-50', state: 'returned' },
    ]);
    const [part, more, back] = await Promise.all(lineIds.map((lineId) => forecast(lineId, userId)));

    expect(part?.body).toEqual({
      userId,
      allocations: [
        { kind: 'invoice', invoiceId: first, invoiceNumber: expect.any(String), amount: 100, recovered: 0 },
        { kind: 'invoice', invoiceId: second, invoiceNumber: expect.any(String), amount: 50, recovered: 0 },
      ],
      unallocated: 0,
      due: 200,
      dueAfter: 50,
      reverses: [],
    });
    expect(more?.body).toMatchObject({ unallocated: 50, due: 200, dueAfter: 0 });
    expect(back?.body).toMatchObject({ allocations: [], unallocated: 0, due: 200, dueAfter: 250 });
  });

  it('a line or client that does not exist has no forecast', async () => {
    const { lineIds } = await addBankLines(portal.connection, [{}]);

    expect(await forecast(lineIds[0] ?? 0, 2_000_000_000)).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    });
    expect(await forecast(2_000_000_000, admin.userId)).toMatchObject({
      status: 404,
      body: { message: 'This line was not found.' },
    });
  });
});
