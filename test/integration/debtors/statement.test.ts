import { and, desc, eq, like, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { makeStatementStore } from '#functions/adapters/database/debtors/sql-statement-store.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { readStatement as readStatementOf } from '#functions/domain/debtors/read-statement.ts';
import { dayAfter } from '#shared/dates.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords, readCsvText } from '#test/support/portal/csv-records.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const NO_AGEING = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };

const readStatement = (
  userId: number,
  { from, to }: { from: string; to: string },
  cookie = admin.cookie,
  file = 'statement',
) => portal.call('GET', `/api/users/${userId}/${file}?from=${from}&to=${to}`, { cookie });

/** A client who came with a debt of R 100, two invoices, and a payment of R 250 for the oldest of these. */
const addClient = async () => {
  const { userId, cookie } = await addSignedInUser(portal, {
    User_Debit: '-100.00',
    User_Date: '2025-01-10T08:00:00.000Z',
  });
  const account = writeAccount(portal, userId);
  const invoiceIds = [
    await account.issue('2025-02-01', 50_000, '2025-02-08'),
    await account.issue('2025-03-01', 30_000, '2025-03-08'),
  ];
  const paymentId = await account.pay('2025-03-05', 25_000, [], { reference: 'OW10002', note: 'Secret' });
  const numbers = await portal.connection.execute(
    sql`select invoice_number from invoices where user_id = ${userId} order by id`,
  );

  return {
    userId,
    cookie,
    account,
    paymentId,
    invoiceIds,
    numbers: numbers.rows.map((row) => String(row.invoice_number)),
  };
};

const PERIOD = { from: '2025-02-15', to: '2025-03-31' };

/** Adds corrections of one cent each on three days, because the watcher of the tests looks at each item that changes. */
const addCorrections = async (count: number) => {
  const userId = await addUser(portal, { User_Debit: '-1000.00' });
  await portal.connection.execute(sql`
    insert into ledger_entries (item_id, user_id, kind, date, amount)
    select item.id, item.user_id, 'correction', '2025-05-01'::date + step % 3, -0.01
    from ledger_items as item, generate_series(1, ${count}::int) as step where item.user_id = ${userId}`);

  return userId;
};

const THREE_DAYS = { from: '2025-05-01', to: '2025-05-03' };

describe('a statement', () => {
  it('a statement shows the balance before the period, each entry with document and balance, and what is owed by age', async () => {
    const { userId, numbers } = await addClient();

    expect(await readStatement(userId, PERIOD)).toMatchObject({
      status: 200,
      body: {
        userId,
        ...PERIOD,
        opening: 600,
        lines: [
          {
            date: '2025-03-01',
            kind: 'invoice',
            number: numbers[1],
            description: 'Invoice',
            dueDate: expect.stringMatching(/^2025-03/),
            bankDate: null,
            debit: 300,
            credit: null,
            balance: 900,
          },
          {
            date: '2025-03-05',
            kind: 'payment',
            number: null,
            description: `Payment by EFT, reference OW10002, for opening balance and ${numbers[0]}`,
            dueDate: null,
            bankDate: null,
            debit: null,
            credit: 250,
            balance: 650,
          },
        ],
        closing: 650,
        ageing: { ...NO_AGEING, days30: 300, days60: 350 },
        credit: 0,
        due: 650,
      },
    });
  });

  it('a statement begins with the opening balance on the day on which the account was made', async () => {
    const { userId } = await addClient();

    const { body } = await readStatement(userId, { from: '2025-01-01', to: '2025-01-31' });

    expect(body).toMatchObject({
      opening: 0,
      lines: [{ date: '2025-01-10', kind: 'opening', debit: 100, balance: 100 }],
      closing: 100,
    });
  });

  it('a statement of a past day stays the same whatever happens later', async () => {
    const { userId, account, paymentId, invoiceIds } = await addClient();
    const before = await readStatement(userId, PERIOD);

    await account.reverse('2025-04-02', paymentId);
    await account.makeVoid('2025-04-03', invoiceIds[0] ?? 0);
    await account.pay('2025-04-04', 90_000);
    await account.correct('2025-04-05', 5_000);
    await account.refund('2025-04-06', 1_000);

    expect((await readStatement(userId, PERIOD)).body).toEqual(before.body);
    expect((await readStatement(userId, { from: '2025-04-01', to: '2025-04-30' })).body).toMatchObject({
      opening: 650,
      lines: [
        { kind: 'reversal', description: 'Payment reversed: The bank returned it', debit: 250 },
        { kind: 'reversal', description: 'Invoice voided', credit: 500 },
        { kind: 'payment', credit: 900 },
        { kind: 'correction', credit: 50 },
        { kind: 'refund', debit: 10 },
      ],
      closing: -540,
      ageing: NO_AGEING,
      credit: 540,
      due: 0,
    });
  });
  it('the age of a debt counts from the due day: not yet due on it, then by 30, 60 and 90 days', async () => {
    const account = writeAccount(portal, await addUser(portal, {}));
    const userId = await addUser(portal, {});
    const day = '2025-12-31';
    for (const [index, age] of [-1, 0, 1, 30, 31, 60, 61, 90, 91].entries()) {
      await writeAccount(portal, userId).issue('2025-06-01', 10 ** index, dayAfter(new Date(day), -age));
    }
    await account.issue('2025-06-01', 100, day);

    const { body } = await readStatement(userId, { from: day, to: day });

    expect(body.ageing).toEqual({
      notDue: 0.11,
      days30: 11,
      days60: 1_100,
      days90: 110_000,
      older: 1_000_000,
    });
  });

  it('a statement of a client without entries is empty', async () => {
    const userId = await addUser(portal, {});

    expect((await readStatement(userId, PERIOD)).body).toEqual({
      userId,
      ...PERIOD,
      opening: 0,
      lines: [],
      closing: 0,
      ageing: NO_AGEING,
      credit: 0,
      due: 0,
      stillPayable: { amount: 0, invoices: 0, hasOpening: false, refunds: 0 },
    });
  });

  it('a statement has every entry of a long period in order, however many pages they are read in', async () => {
    const userId = await addCorrections(1_100);

    const { body } = await readStatement(userId, THREE_DAYS);

    const balances = body.lines.map(({ balance }: { balance: number }) => Math.round(balance * 100));
    expect(balances).toEqual(Array.from({ length: 1_100 }, (_, index) => index + 1));
    expect(body.lines.map(({ date }: { date: string }) => date)).toEqual(
      body.lines.map(({ date }: { date: string }) => date).toSorted(),
    );
  });

  it('a statement shows the account at one moment, although somebody records a payment between its pages', async () => {
    const userId = await addCorrections(600);
    const store = makeStatementStore(portal.connection);

    const { lines, closing, due } = await readStatementOf(
      {
        ...store,
        listEntries: async (...page) => {
          await writeAccount(portal, userId).pay('2025-05-03', 400);

          return store.listEntries(...page);
        },
      },
      {
        userId,
        role: 'client',
        levelMin: 1,
        isProven: true,
        sessionId: 'of the client',
        address: '198.51.100.7',
        checkedAt: new Date(),
      },
      { userId, ...THREE_DAYS },
      'debtors.statement',
      new Date(),
    );

    expect(lines).toHaveLength(600);
    expect({ closing, due }).toEqual({ closing: 6, due: 6 });
    expect((await readStatement(userId, THREE_DAYS)).body).toMatchObject({ closing: 2 });
  });
});

describe('access to a statement', () => {
  it('a client gets their own statement, and for another client the answer for one who does not exist', async () => {
    const own = await addClient();
    const other = await addSignedInUser(portal);

    for (const file of ['statement', 'statement.csv']) {
      expect(await readStatement(own.userId, PERIOD, own.cookie, file)).toMatchObject({ status: 200 });
      const foreign = await readStatement(own.userId, PERIOD, other.cookie, file);
      const missing = await readStatement(999_999, PERIOD, other.cookie, file);
      expect(foreign).toMatchObject({ status: 404, body: missing.body });
      expect(await readStatement(999_999, PERIOD, admin.cookie, file)).toMatchObject({ status: 404 });
    }
  });

  it('a statement that an admin read is audited, and nothing is when a client reads their own', async () => {
    const { userId, cookie } = await addClient();
    const readRows = () =>
      portal.connection
        .select({ action: auditLog.action, actor: auditLog.actor_id })
        .from(auditLog)
        .where(and(eq(auditLog.record, `user ${userId}`), like(auditLog.action, 'debtors.%statement')))
        .orderBy(desc(auditLog.id));

    await readStatement(userId, PERIOD, cookie);
    await readStatement(userId, PERIOD, cookie, 'statement.csv');
    expect(await readRows()).toEqual([]);

    await readStatement(userId, PERIOD);
    await readStatement(userId, PERIOD, admin.cookie, 'statement.csv');
    expect(await readRows()).toEqual([
      { action: 'debtors.export-statement', actor: admin.userId },
      { action: 'debtors.statement', actor: admin.userId },
    ]);
  });
});

describe('the period of a statement', () => {
  it.each([
    ['from=2025-03-02&to=2025-03-01', { to: 'The last day must not be before the first' }],
    ['from=0000-01-01&to=2025-03-01', { from: 'The year must not be before 1900' }],
    ['from=2999-01-01&to=3000-01-01', { to: 'The year must not be after 2999' }],
    ['from=2025-02-29&to=2025-03-01', { from: expect.any(String) }],
    ['from=2025-03-01', { to: expect.any(String) }],
  ])('a period of a statement is refused at its field: %s', async (query, fields) => {
    const { status, body } = await portal.call('GET', `/api/users/${admin.userId}/statement?${query}`, admin);

    expect({ status, fields: body.fields }).toEqual({ status: 400, fields });
  });

  it('a statement covers at most five years', async () => {
    const { userId } = admin;

    expect(await readStatement(userId, { from: '2020-03-01', to: '2025-02-28' })).toMatchObject({
      status: 200,
    });
    for (const file of ['statement', 'statement.csv']) {
      const long = { from: '2020-03-01', to: '2025-03-01' };
      expect(await readStatement(userId, long, admin.cookie, file)).toMatchObject({
        status: 422,
        body: { fields: { to: 'A statement covers at most 5 years.' } },
      });
    }
  });
});

describe('the entries of a statement', () => {
  it('a statement has at most 5 000 entries, and a longer one asks for a shorter period', async () => {
    const userId = await addCorrections(5_001);

    for (const file of ['statement', 'statement.csv']) {
      expect(await readStatement(userId, THREE_DAYS, admin.cookie, file)).toMatchObject({
        status: 422,
        body: {
          fields: {
            to: 'A statement holds at most 5\u00a0000 entries. Please choose a shorter period.',
          },
        },
      });
      const { status } = await readStatement(userId, { ...THREE_DAYS, to: '2025-05-02' }, admin.cookie, file);
      expect(status).toBe(200);
    }
  });
});

describe('a statement as CSV', () => {
  it('a statement as CSV names its client and has the lines between both balances, in UTF-8 with BOM and CRLF', async () => {
    const { userId, numbers } = await addClient();
    const { OWNumber } = (await portal.call('GET', `/api/admin/users/${userId}`, admin)).body;

    const { status, headers, body } = await readStatement(userId, PERIOD, admin.cookie, 'statement.csv');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename=statement-${OWNumber}-2025-02-15-to-2025-03-31.csv`,
    );
    const text = readCsvText(body);
    expect(text.startsWith('\uFEFFDate,Type,Number,')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(readCsvRecords(body).map((record) => Object.values(record))).toEqual([
      ['2025-02-15', '', '', 'Opening balance', '', '', '600.00', '', ''],
      [
        '2025-03-01',
        'invoice',
        numbers[1],
        'Invoice',
        '300.00',
        '',
        '900.00',
        expect.stringMatching(/^2025-03/),
        '',
      ],
      [
        '2025-03-05',
        'payment',
        '',
        `Payment by EFT, reference OW10002, for opening balance and ${numbers[0]}`,
        '',
        '250.00',
        '650.00',
        '',
        '',
      ],
      ['2025-03-31', '', '', 'Closing balance', '', '', '650.00', '', ''],
    ]);
  });

  it('a statement as CSV holds no formula, and never the note of an admin', async () => {
    const userId = await addUser(portal, {});
    const reference = `x;=cmd|' /C calc'!A0, "OW"`;
    await writeAccount(portal, userId).pay('2025-03-05', 100, [], { reference, note: 'Secret' });

    const { body } = await readStatement(userId, PERIOD, admin.cookie, 'statement.csv');

    expect(readCsvRecords(body)[1]).toMatchObject({
      Description: `Payment by EFT, reference x;'=cmd|' /C calc'!A0, "OW"`,
    });
    expect(readCsvText(body)).not.toContain('Secret');
  });
});
