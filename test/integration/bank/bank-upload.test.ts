import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { BankFile, BankFiles } from '#shared/contract/bank/bank-files.ts';
import type { BankLines } from '#shared/contract/bank/bank-lines.ts';
import { dayAfter, startOfDay, yearBefore } from '#shared/dates.ts';
import { daysOfMonth } from '#shared/months.ts';
import { type FnbRow, writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const PRINTED = '012345678';
/** Each test has an account of its own. */
const ACCOUNTS = Array.from({ length: 40 }, (_, index) => `62${String(index).padStart(9, '0')}`);

let portal: TestPortal;
let admin: { cookie: string; userId: number };
let account: string;
let left = [...ACCOUNTS];

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { OTHER_BANK_ACCOUNTS: ACCOUNTS.map((number) => `FNB ${number}`).join(', ') },
  });
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

const nextAccount = (): string => {
  account = left[0] ?? '';
  left = left.slice(1);

  return account;
};

const send = async (text: string, body: object = {}, headers: Record<string, string> = {}) => {
  const { status, body: answer } = await portal.call('POST', '/api/admin/bank-files', {
    cookie: admin.cookie,
    headers,
    body: { fileName: 'statement.csv', text, ...body },
  });

  return { status, body: answer };
};

const upload = async (text: string, body: object = {}): Promise<BankFile> => {
  const answer = await send(text, body);
  expect(answer).toMatchObject({ status: 201 });

  return answer.body;
};

const linesOf = async (fileId: number): Promise<BankLines['lines']> =>
  (await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, admin)).body.lines;

const countRows = async (table: SQL) => {
  const { rows } = await portal.connection.execute(sql`select count(*) as count from ${table}`);

  return Number(rows[0]?.count);
};

const today = dayFromToday(0);
const TRANSFER: FnbRow = { date: today, description: 'MAGTAPE CREDIT', reference: 'A PAYER', cents: 12_345 };

/** A file without balances, with the columns that its mapping names. */
const PLAIN_MAPPING = { date: 0, description: 1, amount: 2, dateFormat: 'YYYY-MM-DD' };
const plainFile = (header: string, rows: readonly [string, string, string][]) =>
  [header, ...rows.map((row) => row.join(','))].join('\n');
/** A header is words, without digits. */
const words = () => `When ${crypto.randomUUID().replaceAll(/[^a-f]/g, '')},What,How much`;

describe('an upload', () => {
  it('a file is stored with its lines, their clients and an audit row, and its amounts lead from balance to balance', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW77001' });
    await writeAccount(portal, userId).issue('2026-11-01', 39_900, '2026-11-08');

    const file = await upload(
      writeFnbFile(nextAccount(), [
        { date: today, reference: 'OW77001', cents: 39_900 },
        TRANSFER,
        { date: today, description: 'RENT', cents: -5_000 },
      ]),
      { bookFrom: today },
    );

    expect(file).toMatchObject({
      fileName: 'statement.csv',
      bank: 'FNB',
      account,
      from: today,
      to: today,
      bookFrom: today,
      opening: 1000,
      closing: 1472.45,
      state: 'ready',
      ties: true,
      counts: { lines: 2, skipped: 1, duplicates: 0, certain: 1, likely: 0, unmatched: 1, ignored: 0 },
      sums: { certain: 399, open: 522.45, other: -50 },
      gapAfter: null,
      uploadedBy: 'Thandi Nkosi',
    });
    const lines = await linesOf(file.id);
    expect(lines).toMatchObject([
      { amount: 123.45, description: 'MAGTAPE CREDIT', reference: 'A PAYER', proposals: [] },
      { amount: 399, state: 'certain', proposals: [{ userId, OWNumber: 'OW77001' }] },
    ]);
    const audited = await portal.connection
      .select()
      .from(auditLog)
      .where(eq(auditLog.record, `bank file ${file.id}`));
    expect(audited).toMatchObject([
      { actor_id: admin.userId, action: 'bank.upload', changes: { lines: 2, duplicates: 0 } },
    ]);
  });

  it('a line dated tomorrow waits for its day', async () => {
    const file = await upload(writeFnbFile(nextAccount(), [{ ...TRANSFER, date: dayFromToday(1) }]));

    expect(file.counts).toMatchObject({ unmatched: 1, waiting: 1 });
    expect(await linesOf(file.id)).toMatchObject([{ bookableFrom: dayFromToday(1) }]);
  });

  it('a formula in a description is kept as the words that the bank wrote', async () => {
    const description = `"=HYPERLINK(""http://a.example"")"`;
    const file = await upload(writeFnbFile(nextAccount(), [{ ...TRANSFER, description }]));

    expect(await linesOf(file.id)).toMatchObject([{ description: '=HYPERLINK("http://a.example")' }]);
  });

  it('null bytes and control characters disappear from a file', async () => {
    const text = writeFnbFile(nextAccount(), [{ ...TRANSFER, description: 'PAID\u0000 BY\u0007 NOBODY' }]);

    expect(await linesOf((await upload(text)).id)).toMatchObject([{ description: 'PAID BY NOBODY' }]);
  });

  it('a file that Excel saved again, with semicolons and decimal commas, is the same file', async () => {
    const text = writeFnbFile(nextAccount(), [TRANSFER]);
    await upload(text);

    const saved = text.replaceAll(',', ';').replaceAll('.', ',');

    expect((await upload(saved)).counts).toMatchObject({ lines: 0, duplicates: 1 });
  });
});

describe('known lines', () => {
  it('the same file twice brings nothing but duplicates, which its amounts count, and names the first', async () => {
    const text = writeFnbFile(nextAccount(), [TRANSFER, TRANSFER, { ...TRANSFER, cents: 500 }]);
    const first = await upload(text);
    const again = await upload(text);

    expect(first).toMatchObject({ repeats: null, counts: { lines: 3, duplicates: 0 } });
    expect(again).toMatchObject({
      repeats: first.id,
      ties: true,
      counts: { lines: 0, duplicates: 3, unmatched: 0 },
      sums: { duplicates: 251.9, open: 0 },
      gapAfter: null,
    });
    expect(await linesOf(again.id)).toEqual([]);
  });

  it('of two overlapping files the second brings what is new, without a doubt about it', async () => {
    const rows = [TRANSFER, { ...TRANSFER, reference: 'ANOTHER' }, { ...TRANSFER, reference: 'A THIRD' }];
    await upload(writeFnbFile(nextAccount(), rows.slice(0, 2)));

    const second = await upload(writeFnbFile(account, rows));

    expect(second).toMatchObject({ ties: true, counts: { lines: 1, duplicates: 2 } });
    expect(await linesOf(second.id)).toMatchObject([{ reference: 'A THIRD', perhaps: null }]);
  });

  it('the same days in other words may be booked already, so no such line is certain', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW77002' });
    await writeAccount(portal, userId).issue('2026-11-01', 12_345, '2026-11-08');
    await upload(writeFnbFile(nextAccount(), [TRANSFER]));

    const other = await upload(
      writeFnbFile(account, [{ ...TRANSFER, description: 'Magtape credit from', reference: 'OW77002' }]),
    );

    expect(other.counts).toMatchObject({ lines: 1, duplicates: 0, certain: 0, likely: 1 });
    expect(await linesOf(other.id)).toMatchObject([
      { perhaps: expect.stringMatching(/^Perhaps in the file of/) },
    ]);
  });

  it('a line of the same words and another account is another line', async () => {
    await upload(writeFnbFile(nextAccount(), [TRANSFER]));

    expect((await upload(writeFnbFile(nextAccount(), [TRANSFER]))).counts).toMatchObject({
      lines: 1,
      duplicates: 0,
    });
  });

  it('a deposit and its return in one file propose to be ignored, and the deposit is not certain', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW77003' });
    await writeAccount(portal, userId).issue('2026-11-01', 45_600, '2026-11-08');
    const file = await upload(
      writeFnbFile(nextAccount(), [
        { date: today, description: 'MAGTAPE CREDIT', reference: 'OW77003', cents: 45_600 },
        { date: today, description: 'UNPAID ITEM', reference: 'OW77003', cents: -45_600 },
        { date: today, description: 'MAGTAPE CREDIT', reference: 'SOMEBODY', cents: 45_600 },
      ]),
    );

    expect(file).toMatchObject({ ties: true, counts: { certain: 0, returned: 1 }, sums: { returned: -456 } });
    expect(
      (await linesOf(file.id)).map(({ amount, perhaps, reference }) => [reference, amount, perhaps]),
    ).toEqual(
      [
        ['OW77003', -456, 'Came and went in this file'],
        ['OW77003', 456, 'Came and went in this file'],
        ['SOMEBODY', 456, null],
      ].toSorted((one, other) => Number(one[1]) - Number(other[1])),
    );
  });
});

describe('a deposit whose return is in its file', () => {
  it('is not certain either when it is opened again', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW77019' });
    await writeAccount(portal, userId).issue('2026-11-01', 45_600, '2026-11-08');
    const file = await upload(
      writeFnbFile(nextAccount(), [
        { date: today, description: 'MAGTAPE CREDIT', reference: 'OW77019', cents: 45_600 },
        { date: today, description: 'UNPAID ITEM', reference: 'OW77019', cents: -45_600 },
      ]),
    );
    const lines = lineCalls(portal, admin);
    const found = await linesOf(file.id);
    for (const { id } of found) {
      expect(await lines.ignore(id)).toMatchObject({ status: 200 });
    }

    const deposit = found.find(({ amount }) => amount > 0)?.id ?? 0;
    expect(await lines.reopen(deposit)).toMatchObject({
      status: 200,
      body: { state: 'likely', perhaps: 'Came and went in this file', proposals: [{ userId }] },
    });
  });
});

describe('the day from which lines are booked', () => {
  it('lines before the first day are ignored, and later files of the account keep that day', async () => {
    const [yesterday, earlier] = [dayFromToday(-1), dayFromToday(-2)];
    const first = await upload(
      writeFnbFile(nextAccount(), [
        { ...TRANSFER, date: earlier },
        { ...TRANSFER, date: yesterday },
      ]),
      { bookFrom: yesterday },
    );
    const second = await upload(writeFnbFile(account, [{ ...TRANSFER, date: earlier, cents: 1 }]), {
      bookFrom: '2020-01-01',
    });

    expect(first).toMatchObject({
      ties: true,
      bookFrom: yesterday,
      counts: { ignored: 1, lines: 2 },
      sums: { ignored: 123.45, open: 123.45 },
    });
    expect(second).toMatchObject({ bookFrom: yesterday, counts: { lines: 1, ignored: 1 } });
  });

  it('without closings the first file books from the first of the month, and after one from the first open day, at most a year back', async () => {
    const file = await upload(writeFnbFile(nextAccount(), [TRANSFER]));
    expect(file.bookFrom).toBe(`${today.slice(0, 7)}-01`);

    const closed = daysOfMonth(dayFromToday(-100).slice(0, 7)).to;
    const opened = dayAfter(startOfDay(closed), 1);
    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by) values (${closed}::date, now(), 1)`);
    const later = await upload(writeFnbFile(nextAccount(), [TRANSFER]));
    const { accounts } = (await portal.call('GET', '/api/admin/bank-files', admin)).body as BankFiles;
    const openAll = sql`update book_closings set opened_at = now(), opened_by = 1`;
    await portal.connection.execute(openAll);
    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by) values ('2020-02-29', now(), 1)`);
    const longAfter = await upload(writeFnbFile(nextAccount(), [TRANSFER]));
    await portal.connection.execute(openAll);

    expect(later.bookFrom).toBe(opened);
    expect(longAfter.bookFrom).toBe(yearBefore(today));
    expect(accounts.find(({ number }) => number === later.account)).toEqual({
      number: later.account,
      bank: 'FNB',
      bookFrom: opened,
      suggestedBookFrom: opened,
      readUntil: today,
    });
  });
});

describe('the account of a file', () => {
  it('a file that names an account that receives no money is refused', async () => {
    expect(await send(writeFnbFile('62999999999', [TRANSFER]))).toMatchObject({
      status: 422,
      body: { code: 'other_account' },
    });
  });

  it('an account counts by its digits without zeros before them', async () => {
    const file = await upload(writeFnbFile('12345678', [TRANSFER]));

    expect(file.account).toBe(PRINTED);
  });

  it('a file that names no account needs one, which a file with its header and a known line takes again', async () => {
    const header = words();
    const text = plainFile(header, [[today, 'PAID', '100.00']]);
    const asked = await send(text, { mapping: PLAIN_MAPPING });
    const first = await upload(text, { mapping: PLAIN_MAPPING, account: nextAccount() });
    const next = await upload(
      plainFile(header, [
        [today, 'PAID', '100.00'],
        [today, 'PAID AGAIN', '50.00'],
      ]),
    );

    expect(asked).toMatchObject({
      status: 422,
      body: { code: 'account_needed', fields: { account: expect.any(String) } },
    });
    expect(first).toMatchObject({ account, bank: 'FNB', opening: null, ties: null });
    expect(next).toMatchObject({ account, counts: { lines: 1, duplicates: 1 } });
  });

  it('an account that the administrator names must be one that receives money', async () => {
    const text = plainFile(words(), [[today, 'PAID', '100.00']]);

    expect(await send(text, { mapping: PLAIN_MAPPING, account: '1234' })).toMatchObject({
      status: 422,
      body: { code: 'other_account', fields: { account: expect.any(String) } },
    });
  });

  it('equal lines of a file without balances are told apart by their place, and none is certain', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW77004' });
    await writeAccount(portal, userId).issue('2026-11-01', 10_000, '2026-11-08');
    const header = words();
    const row: [string, string, string] = [today, 'EFT OW77004', '100.00'];
    await upload(plainFile(header, [row]), { mapping: PLAIN_MAPPING, account: nextAccount() });

    const file = await upload(plainFile(header, [row, row]));

    expect(file.counts).toMatchObject({ lines: 1, duplicates: 1, certain: 0, likely: 1 });
  });
});

describe('a file that is refused', () => {
  const refusals: [string, () => string, object][] = [
    ['an empty file', () => '', { message: expect.any(String), fields: { text: 'The file is empty.' } }],
    ['a file of empty lines', () => '\r\n\r\n', { fields: { text: 'The file is empty.' } }],
    [
      'a text that is no CSV',
      () => 'Dear bank,\nplease send me my statement.',
      { fields: { text: expect.any(String) } },
    ],
    [
      'a PDF',
      () => '%PDF-1.7\n%âãÏÓ\n1 0 obj',
      { fields: { text: expect.stringMatching(/^This is a PDF/) } },
    ],
    [
      'a file that was cut in the middle of a text',
      () => `${writeFnbFile(ACCOUNTS[0] ?? '', [TRANSFER])}${today},0,5,"CUT`,
      { fields: { text: expect.stringMatching(/quotes of row/) } },
    ],
    [
      'a file of unknown columns',
      () => plainFile(words(), [[today, 'PAID', '1.00']]),
      { code: 'columns_unknown', file: { rows: expect.any(Array), rowsFrom: 1 } },
    ],
    [
      'a balance that does not follow',
      () => writeFnbFile(ACCOUNTS[0] ?? '', [TRANSFER, TRANSFER]).replace('1246.9', '1246.8'),
      { code: 'balance_breaks', message: expect.stringMatching(/row 5/) },
    ],
    [
      'a file of 10,001 rows',
      () =>
        writeFnbFile(
          ACCOUNTS[0] ?? '',
          Array.from({ length: 10_001 }, () => TRANSFER),
        ),
      { fields: { text: expect.stringMatching(/at most 10,000/) } },
    ],
    [
      'an amount that no account holds',
      () => writeFnbFile(ACCOUNTS[0] ?? '', [{ ...TRANSFER, cents: 99_999_999_999_999 }]),
      { fields: { text: expect.any(String) } },
    ],
  ];
  it.each(refusals)('%s is refused with a sentence, and nothing is stored', async (_what, write, refusal) => {
    const count = () => countRows(sql`${bankFiles}`);
    const before = await count();

    const { status, body } = await send(write());

    expect([400, 422]).toContain(status);
    expect(body).toMatchObject(refusal);
    expect(await count()).toBe(before);
  });

  it('a column of cell numbers as amounts is refused at its field and stores nothing, and the list is read as before', async () => {
    const mapping = { ...PLAIN_MAPPING, amount: 2 };
    const numbers = Array.from({ length: 14 }, (_, index): [string, string, string] => [
      today,
      `PAYER ${index}`,
      `083000000${index}`,
    ]);
    nextAccount();

    expect(await send(plainFile(words(), numbers), { mapping, account })).toMatchObject({
      status: 422,
      body: { fields: { mapping: expect.stringMatching(/^The amounts of this file are too large/) } },
    });

    expect(await countRows(sql`${bankFiles} where account = ${account}`)).toBe(0);
    expect(await portal.call('GET', '/api/admin/bank-files', admin)).toMatchObject({ status: 200 });
  });

  it('sums that are larger than one amount may be are answered, in the file and in the list', async () => {
    const large = (what: string): [string, string, string] => [today, what, '6000000000.00'];
    const header = words();
    const order = { mapping: PLAIN_MAPPING, account: nextAccount() };
    const file = await upload(plainFile(header, [large('ONE')]), order);
    const [line] = await linesOf(file.id);
    await portal.connection.execute(sql`
      insert into bank_lines (file_id, account, date, description, amount, words, place, position, state)
      select file_id, account, date, description, amount, 'other', 1, position, state from bank_lines where id = ${line?.id ?? 0}`);

    expect(await portal.call('GET', `/api/admin/bank-files/${file.id}`, admin)).toMatchObject({
      status: 200,
      body: { sums: { open: 12_000_000_000 } },
    });
    expect(await portal.call('GET', '/api/admin/bank-files', admin)).toMatchObject({ status: 200 });
  });

  it('a file of more than 2 MB is refused at its field, and a body of more than 4 MB before it is read', async () => {
    expect(await send('a'.repeat(2 * 1024 * 1024 + 1))).toMatchObject({
      status: 400,
      body: { fields: { text: 'The file is too large.' } },
    });
    expect(await send('a'.repeat(4 * 1024 * 1024))).toMatchObject({ status: 413 });
  });

  it('a file whose balances do not follow is taken without them, and then none of its lines is certain', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW77005' });
    await writeAccount(portal, userId).issue('2026-11-01', 12_345, '2026-11-08');
    const row = { ...TRANSFER, reference: 'OW77005' };
    const rent = { ...TRANSFER, description: 'RENT', cents: -100 };
    const text = writeFnbFile(nextAccount(), [row, row, rent]).replace('1246.9', '1246.8');

    const file = await upload(text, { withoutBalances: true });

    expect(file).toMatchObject({ opening: null, ties: null, counts: { lines: 2, certain: 0, likely: 2 } });
  });
});

describe('uploads that meet', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  it('a repeated key stores nothing more and answers the file as it is then', async () => {
    const text = writeFnbFile(nextAccount(), [TRANSFER]);
    const headers = key();
    const first = await send(text, {}, headers);
    await portal.connection
      .update(bankLines)
      .set({ state: 'ignored' })
      .where(eq(bankLines.file_id, first.body.id));

    const again = await send(text, {}, headers);

    expect(again).toMatchObject({
      status: 201,
      body: { id: first.body.id, counts: { lines: 1, ignored: 1 } },
    });
    expect(await send(`${text}\r\n`, {}, headers)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable' },
    });
  });

  it('two uploads of one file at once store each line once', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ ...TRANSFER, cents: index + 1 }));
    const text = writeFnbFile(nextAccount(), rows);

    const files = await Promise.all([upload(text), upload(text), upload(text)]);

    const counts = files.map(({ counts: { lines, duplicates } }) => [lines, duplicates]);
    expect(counts.toSorted(([one = 0], [other = 0]) => other - one)).toEqual([
      [300, 0],
      [0, 300],
      [0, 300],
    ]);
    expect(await countRows(sql`${bankLines} where account = ${account}`)).toBe(300);
  });

  it('two layouts of one day at once: the second sees that its lines may be in the first', async () => {
    const row = { ...TRANSFER, cents: 77_001 };
    const other = { ...row, description: 'Other words' };
    nextAccount();

    const files = await Promise.all([
      upload(writeFnbFile(account, [row])),
      upload(writeFnbFile(account, [other])),
    ]);

    const perhaps = (await Promise.all(files.map(({ id }) => linesOf(id))))
      .flat()
      .map((line) => line.perhaps);
    expect(perhaps.filter((sentence) => sentence !== null)).toHaveLength(1);
  });

  it('an upload whose connection dies between file and lines stores nothing, and its key can be sent again', async () => {
    const text = writeFnbFile(nextAccount(), [TRANSFER]);
    const headers = key();
    let sent: ReturnType<typeof send> | undefined;
    await connectAsOwner().transaction(async (db) => {
      await db.execute(sql`lock table ${bankFiles} in share mode`);
      sent = send(text, {}, headers);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      portal.dataApi.failNext('ExecuteStatement', '57P01');
    });

    expect(await sent).toMatchObject({ status: 503 });
    expect(await countRows(sql`${bankFiles} where account = ${account}`)).toBe(0);
    expect(await send(text, {}, headers)).toMatchObject({ status: 201, body: { counts: { lines: 1 } } });
  });
});
