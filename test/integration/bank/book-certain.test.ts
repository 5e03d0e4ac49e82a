import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankBookings, bankLines } from '#functions/database/schema/bank-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { runBookingJob } from '#functions/domain/bank/run-booking-job.ts';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { formatDayInWords } from '#shared/dates.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { addCertainLines, bookCertain, readBooked, runBookings } from '#test/support/bank/order-lines.ts';
import { addOwingClients } from '#test/support/bank/owing-clients.ts';
import { recordTransactions } from '#test/support/bank/record-transactions.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { listMails } from '#test/support/links/links.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const CLIENTS = 180;
const LINES = 200;
const CALLS_OF_A_PORTION = 10;
/** A call to Aurora, and the longest time for which a transaction may hold a lock. */
const CALL_MS = 100;
const LOCK_MS_MAX = 2_000;
/** Clients whose accounts are compared with those of clients who were booked by hand. */
const COMPARED = 40;

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let admin: Awaited<ReturnType<typeof addCaller>>;
let other: Awaited<ReturnType<typeof addCaller>>;
let money: ReturnType<typeof moneyCalls>;

beforeAll(async () => {
  // Less than the real limit, which http/idempotency.test.ts waits out.
  portal = await startTestPortal({ databaseLimits: { lock_timeout: '3s' } });
  admin = await addCaller(portal, 'admin');
  other = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
});
afterAll(() => portal.stop());

const readFile = async (fileId: number) => {
  const { body } = await portal.call('GET', `/api/admin/bank-files/${fileId}`, admin);

  return body as BankFile;
};

/** The entries and allocations of an account, with each invoice by its place. */
const readAccount = async (userId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select entry.kind, entry.date::text, entry.bank_date::text, entry.amount::float8, entry.method, entry.written_by,
      note.reference, (
        select jsonb_agg(jsonb_build_array(place, amount, date) order by id) from (
          select allocation.id, allocation.amount, allocation.date,
            (select count(*) from ledger_items as earlier where earlier.user_id = entry.user_id and earlier.id <= allocation.debt_id
              and earlier.kind = 'invoice') as place
          from ledger_allocations as allocation where allocation.credit_id = entry.id
        ) as allocated
      )::text as allocated
    from ledger_entries as entry left join entry_notes as note on note.entry_id = entry.id
    where entry.user_id = ${userId} order by entry.id`);
  const { body } = await money.readDebt(userId);
  const { rows: told } = await portal.connection.execute(sql`
    select activity_type, description from activities where user_id = ${userId} and activity_type = 'payment' order by id`);

  return { rows, owed: body.owed, credit: body.credit, told };
};

/** Stores a line of another file that was booked for the account with this payer. */
const rememberPayer = async (userId: number, payer: string) => {
  const paymentId = await writeAccount(portal, userId).pay(dayFromToday(-60), 100);
  const { lineIds } = await addBankLines(portal.connection, [{ state: 'booked', payer, amount: '1.00' }]);
  await portal.connection
    .insert(bankBookings)
    .values({ line_id: lineIds[0] ?? 0, entry_id: paymentId, kind: 'payment' });
};

const listJobs = (fileId: number) =>
  portal.connection
    .select({ state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.kind, 'bank-booking'), like(jobs.key, `bank-file:${fileId}:%`)));

const addOwing = async (...amounts: number[]): Promise<number> => {
  const [userId = 0] = await addOwingClients(portal, [amounts]);

  return userId;
};

describe('200 certain lines of 180 clients', () => {
  it('the job books 200 lines of 180 clients in portions of at most 10 calls, each as a payment typed by hand', async () => {
    const pays = (place: number) => (place >= LINES - CLIENTS && place % 20 === 19 ? 150 : 100);
    const places = Array.from({ length: CLIENTS }, (_, place) => place);
    const owed = places.map((place) => (place < LINES - CLIENTS ? [100, 60] : [pays(place), 70]));
    const userIds = await addOwingClients(portal, owed);
    const twinIds = await addOwingClients(portal, owed);
    const clients = places.map((place) => ({
      place,
      userId: userIds[place] ?? 0,
      twinId: twinIds[place] ?? 0,
    }));
    const lines = [...clients, ...clients.slice(0, LINES - CLIENTS)].map((client, index) => ({
      ...client,
      amount: index < CLIENTS ? pays(client.place).toFixed(2) : '60.00',
      date: dayFromToday(-(client.place % 10)),
    }));
    const { fileId } = await addCertainLines(portal, lines);
    expect(await readFile(fileId)).toMatchObject({ ties: true, counts: { certain: LINES, ordered: 0 } });

    const { status, body } = await bookCertain(portal, admin, fileId);
    expect({ status, body }).toMatchObject({
      status: 202,
      body: {
        id: fileId,
        state: 'booking',
        ties: true,
        counts: { certain: LINES, ordered: LINES, booked: 0 },
      },
    });
    const transactions = await recordTransactions(() => runBookings(portal));

    const portions = transactions.filter((calls) =>
      calls.some((call) => call.includes('insert into "ledger_entries"')),
    );
    expect(portions).toHaveLength(Math.ceil(CLIENTS / 25));
    expect(Math.max(...transactions.map((calls) => calls.length))).toBe(CALLS_OF_A_PORTION);
    const callsUnderLock = portions.map(
      (calls) => calls.length - 1 - calls.findIndex((call) => /\bfor no key update\b/.test(call)),
    );
    expect(Math.max(...callsUnderLock) * CALL_MS).toBeLessThan(LOCK_MS_MAX);
    expect(await readFile(fileId)).toMatchObject({
      state: 'ready',
      ties: true,
      counts: { certain: 0, ordered: 0, booked: LINES },
    });
    const booked = await readBooked(portal, fileId);
    expect(booked).toEqual(
      lines.map(({ userId, amount }) =>
        expect.objectContaining({
          state: 'booked',
          ordered_by: null,
          decided_by: admin.userId,
          bookings: 1,
          user_id: userId,
          amount: Number(amount),
        }),
      ),
    );

    for (const { twinId, userId, amount, date } of lines.filter(({ place }) => place < COMPARED)) {
      const { rows } = await portal.connection.execute(
        sql`select "OWNumber" as ow from users where "User_Id" = ${userId}`,
      );
      await money.pay(twinId, { amount: Number(amount), date, reference: `EFT ${rows[0]?.ow} INTERNET` });
    }
    const compared = clients.slice(0, COMPARED);
    const accounts = await Promise.all(compared.map(({ userId }) => readAccount(userId)));
    const twins = await Promise.all(compared.map(({ twinId }) => readAccount(twinId)));
    expect(accounts).toEqual(twins);
  }, 120_000);
});

describe('a press', () => {
  it('two administrators who press at once order each line once, and both get the file', async () => {
    const users = [await addOwing(100), await addOwing(100), await addOwing(100)];
    const { fileId } = await addCertainLines(
      portal,
      users.map((userId) => ({ userId, amount: '100.00' })),
    );

    const answers = await Promise.all([admin, other].map((by) => bookCertain(portal, by, fileId)));
    expect(answers).toMatchObject(
      answers.map(() => ({ status: 202, body: { id: fileId, state: 'booking' } })),
    );
    await runBookings(portal);

    expect(await readBooked(portal, fileId)).toMatchObject(
      users.map(() => ({ state: 'booked', bookings: 1 })),
    );
    expect(await readFile(fileId)).toMatchObject({
      state: 'ready',
      ties: true,
      counts: { booked: 3, ordered: 0 },
    });
  });

  it('a repeated key orders nothing more and answers the file as it is then', async () => {
    const users = [await addOwing(100), await addOwing(100)];
    const { fileId, lineIds } = await addCertainLines(
      portal,
      users.map((userId) => ({ userId, amount: '100.00' })),
    );
    const key = crypto.randomUUID();
    const order = { lineIds: lineIds.slice(0, 1), key };
    expect(await bookCertain(portal, admin, fileId, order)).toMatchObject({
      status: 202,
      body: { counts: { ordered: 1 } },
    });
    await runBookings(portal);

    expect(await bookCertain(portal, admin, fileId, order)).toMatchObject({
      status: 202,
      body: { state: 'ready', counts: { certain: 1, ordered: 0, booked: 1 } },
    });
    expect(await bookCertain(portal, admin, fileId, { key })).toMatchObject({ status: 422 });
    expect(await listJobs(fileId)).toEqual([{ state: 'completed' }]);
  });

  it('neither a line that is dated tomorrow nor one that is not certain is ordered, and without any there is no job', async () => {
    const userId = await addOwing(100, 100);
    const { fileId, lineIds } = await addCertainLines(portal, [
      { userId, amount: '100.00', date: dayFromToday(1) },
      { userId, amount: '100.00' },
    ]);
    await portal.connection
      .update(bankLines)
      .set({ state: 'likely' })
      .where(eq(bankLines.id, lineIds[1] ?? 0));

    expect(await bookCertain(portal, admin, fileId)).toMatchObject({
      status: 202,
      body: { state: 'ready', counts: { certain: 1, likely: 1, ordered: 0 } },
    });
    expect(await listJobs(fileId)).toEqual([]);
  });

  it('a press leaves an audit row of the file, and each payment one of its own with the administrator who pressed', async () => {
    const userId = await addOwing(100);
    const { fileId, lineIds } = await addCertainLines(portal, [{ userId, amount: '100.00' }]);
    await bookCertain(portal, admin, fileId);
    await runBookings(portal);

    const { rows } = await portal.connection.execute(sql`
      select actor_id, record, changes::text as changes, address from audit_log
      where action = 'bank.book-certain' and (record = ${`bank file ${fileId}`} or record like ${`% of user ${userId}`})
      order by id`);
    expect(rows.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(String(changes)) }))).toEqual([
      {
        actor_id: admin.userId,
        record: `bank file ${fileId}`,
        changes: { lines: 1, amount: 100 },
        address: '127.0.0.0/24',
      },
      {
        actor_id: admin.userId,
        record: expect.stringMatching(/^payment \d+ of user \d+$/),
        changes: { line: lineIds[0], amount: 100 },
        address: 'job',
      },
    ]);
  });

  it('a file that does not exist answers 404', async () => {
    expect(await bookCertain(portal, admin, 2_000_000_000)).toMatchObject({ status: 404 });
  });
});

it('the list of jobs names a file that is booked by its day and its account', async () => {
  const { fileId } = await addCertainLines(portal, [{ userId: await addOwing(100), amount: '100.00' }]);
  await bookCertain(portal, admin, fileId);

  const { body } = await portal.call('GET', '/api/admin/jobs', admin);
  expect(body.find(({ kind }: { kind: string }) => kind === 'bank-booking')).toMatchObject({
    about: {
      text: expect.stringMatching(/^Bank file of \d+ [A-Z][a-z]+, account ending in [\da-f]{4}$/),
      user: null,
    },
  });
  await runBookings(portal);
});

describe('equal lines of one client', () => {
  it.each([
    { what: 'one invoice', owed: [311], paid: [311, 311], certain: 1 },
    { what: 'two invoices', owed: [312, 312], paid: [312, 312], certain: 2 },
    { what: 'two invoices, of three lines', owed: [313, 313], paid: [313, 313, 313], certain: 2 },
    { what: 'one invoice, and all that is due', owed: [314, 60], paid: [314, 374], certain: 1 },
    { what: 'both invoices, one each', owed: [315, 60], paid: [315, 60], certain: 2 },
  ])(
    'as many are certain, and booked by one press, as $what may be paid',
    async ({ owed, paid, certain }) => {
      const userId = await addOwing(...owed);
      const { rows } = await portal.connection.execute(
        sql`select "OWNumber" as ow from users where "User_Id" = ${userId}`,
      );
      let balance = 0;
      const records = paid.map((amount) => {
        balance += amount;

        return `${dayFromToday(0).replaceAll('-', '')},EFT ${rows[0]?.ow} INTERNET,${amount}.00,${balance}.00`;
      });
      const text = ['Date,Description,Amount,Balance', ...records, ''].join('\n');
      const { status, body: file } = await portal.call('POST', '/api/admin/bank-files', {
        ...admin,
        body: { fileName: 'equal.csv', text },
      });
      expect({ status, file }).toMatchObject({ status: 201, file: { counts: { certain } } });

      await bookCertain(portal, admin, file.id);
      await runBookings(portal);

      expect(await readFile(file.id)).toMatchObject({
        counts: { certain: 0, booked: certain, likely: paid.length - certain },
      });
    },
  );
});

describe('what changed between the press and the job', () => {
  it('a voided invoice, a deleted client and a payment typed by hand each leave only their own line open', async () => {
    const [voided, deleted, typed, kept] = [
      await addOwing(100),
      await addUser(portal, {}),
      await addOwing(100),
      await addOwing(100),
    ];
    const { fileId, lineIds } = await addCertainLines(portal, [
      { userId: voided, amount: '100.00' },
      { userId: deleted, amount: '123.45' },
      { userId: typed, amount: '100.00' },
      { userId: kept, amount: '100.00' },
    ]);
    await bookCertain(portal, admin, fileId);
    const { body: debt } = await money.readDebt(voided);
    expect(await money.setStatus(debt.items[0].invoiceId, 'void')).toMatchObject({ status: 200 });
    expect(await portal.call('DELETE', `/api/admin/users/${deleted}`, admin)).toMatchObject({ status: 204 });
    expect(await money.pay(typed)).toMatchObject({ status: 201 });
    await runBookings(portal);

    const { body } = await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, admin);
    const lineOf = (place: number) => body.lines.find((line: { id: number }) => line.id === lineIds[place]);
    expect(lineOf(0)).toMatchObject({ state: 'likely', isOrdered: false, proposals: [{ userId: voided }] });
    expect(lineOf(1)).toMatchObject({ state: 'unmatched', isOrdered: false, proposals: [], bookedBy: null });
    expect(lineOf(2)).toMatchObject({
      state: 'likely',
      isOrdered: false,
      perhaps: `Perhaps recorded on ${formatDayInWords(dayFromToday(0), new Date())}`,
    });
    expect(lineOf(3)).toMatchObject({
      state: 'booked',
      isOrdered: false,
      proposals: [],
      booked: [{ userId: kept, amount: 100 }],
    });
    expect(await readFile(fileId)).toMatchObject({
      state: 'ready',
      ties: true,
      counts: { booked: 1, likely: 2, unmatched: 1 },
    });
  });

  it('a line before the day of an imported balance is left to an administrator, who reads why', async () => {
    const userId = await addUser(portal, { User_Debit: '-100.00' });
    const { fileId } = await addCertainLines(portal, [{ userId, amount: '100.00', date: dayFromToday(-1) }]);
    await bookCertain(portal, admin, fileId);
    await runBookings(portal);

    const { body } = await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, admin);
    expect(body.lines).toMatchObject([{ state: 'likely', isOrdered: false }]);
    expect(body.lines[0].proposals[0].reasons.at(-1)).toMatch(/the day of the imported balance/);
  });

  it('an account whose balance would be too large leaves its own line open, and all others are booked', async () => {
    const rich = await addUser(portal, { User_Debit: '9999999998.00' });
    await rememberPayer(rich, 'RICH PAYER');
    const others = [await addOwing(100), await addOwing(100)];
    const { fileId } = await addCertainLines(portal, [
      { userId: rich, amount: '100.00', payer: 'RICH PAYER' },
      ...others.map((userId) => ({ userId, amount: '100.00' })),
    ]);
    await bookCertain(portal, admin, fileId);
    await runBookings(portal);

    expect(await readBooked(portal, fileId)).toMatchObject([
      { state: 'likely', bookings: 0 },
      { state: 'booked' },
      { state: 'booked' },
    ]);
    expect(await readFile(fileId)).toMatchObject({ state: 'ready', counts: { ordered: 0 } });
  });
});

describe('the work of the job', () => {
  it('a client with several lines of a press gets one mail with the payments of the last seven days', async () => {
    const userId = await addOwing(100, 200, 300);
    const { fileId } = await addCertainLines(portal, [
      { userId, amount: '100.00', date: dayFromToday(-8) },
      { userId, amount: '200.00', date: dayFromToday(-7) },
      { userId, amount: '300.00' },
    ]);
    await bookCertain(portal, admin, fileId);
    await runBookings(portal);

    const { rows } = await portal.connection.execute(sql`
      select entry.id from ledger_entries as entry join entry_notes as note on note.entry_id = entry.id
      where entry.user_id = ${userId} and entry.kind = 'payment' and entry.amount > 100 order by entry.id`);
    const paymentIds = rows.map(({ id }) => Number(id));
    expect((await listMails(portal, userId)).filter(({ kind }) => kind === 'payment-received')).toEqual([
      expect.objectContaining({ about: { paymentId: paymentIds[0], paymentIds }, job: 'queued' }),
    ]);
  });

  it('of two equal lines of a client who owes the amount once, the job books one and leaves the other open', async () => {
    const userId = await addOwing(100);
    const { fileId, lineIds } = await addCertainLines(portal, [
      { userId, amount: '100.00' },
      { userId, amount: '100.00' },
    ]);
    await bookCertain(portal, admin, fileId);
    await runBookings(portal);

    const { body } = await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, admin);
    expect(body.lines.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
      [lineIds[0], 'booked'],
      [lineIds[1], 'likely'],
    ]);
  });

  it('a line that an administrator books by hand while the job runs is booked once', async () => {
    const clients = [await addOwing(100), await addOwing(100)];
    const [byHand = 0] = clients;
    const { fileId, lineIds } = await addCertainLines(
      portal,
      clients.map((userId) => ({ userId, amount: '100.00' })),
    );
    await bookCertain(portal, admin, fileId);

    const done = await connectAsOwner().transaction(async (holder) => {
      await holder.select().from(users).where(eq(users.User_Id, byHand)).for('update');
      const job = runBookings(portal);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      const hand = lineCalls(portal, other).book(lineIds[0] ?? 0, {
        parts: [{ userId: byHand, amount: 100 }],
      });
      await expect.poll(() => countBlockedStatements(portal)).toBe(2);

      return { all: Promise.all([job, hand]) };
    });
    const [, answer] = await done.all;

    expect([200, 409]).toContain(answer.status);
    expect(await readBooked(portal, fileId)).toMatchObject(
      clients.map(() => ({ state: 'booked', bookings: 1 })),
    );
    expect(await readFile(fileId)).toMatchObject({
      state: 'ready',
      ties: true,
      counts: { booked: 2, ordered: 0 },
    });
    expect((await readAccount(byHand)).rows.filter(({ kind }) => kind === 'payment')).toHaveLength(1);
  });

  it('a line that was booked by hand before the job came to it stays as it is', async () => {
    const clients = [await addOwing(100), await addOwing(100)];
    const { fileId, lineIds } = await addCertainLines(
      portal,
      clients.map((userId) => ({ userId, amount: '100.00' })),
    );
    await bookCertain(portal, admin, fileId);
    const parts = [{ userId: clients[0], amount: 100 }];
    expect(await lineCalls(portal, other).book(lineIds[0] ?? 0, { parts })).toMatchObject({ status: 200 });
    await runBookings(portal);

    expect(await readBooked(portal, fileId)).toMatchObject([
      { state: 'booked', bookings: 1, decided_by: other.userId },
      { state: 'booked', bookings: 1, decided_by: admin.userId },
    ]);
  });

  it('a job that waits too long for an account is tried again later, and then books each line once', async () => {
    const clients = [await addOwing(100), await addOwing(100)];
    const { fileId } = await addCertainLines(
      portal,
      clients.map((userId) => ({ userId, amount: '100.00' })),
    );
    await bookCertain(portal, admin, fileId);

    await connectAsOwner().transaction(async (holder) => {
      await holder
        .select()
        .from(users)
        .where(eq(users.User_Id, clients[1] ?? 0))
        .for('update');
      await expect(runBookings(portal)).rejects.toThrow();
    });
    expect(await readBooked(portal, fileId)).toMatchObject(
      clients.map(() => ({ state: 'certain', bookings: 0 })),
    );
    const isOfFile = like(jobs.key, `bank-file:${fileId}:%`);
    const [waiting] = await portal.connection.select().from(jobs).where(isOfFile);
    expect(waiting).toMatchObject({ state: 'queued', not_before: expect.any(String) });

    await portal.connection.update(jobs).set({ not_before: null }).where(isOfFile);
    await runBookings(portal);
    expect(await readBooked(portal, fileId)).toMatchObject(
      clients.map(() => ({ state: 'booked', bookings: 1 })),
    );
  }, 30_000);

  it('a job whose time is over goes on with the next message, and does not count as a crash', async () => {
    const clients = [await addOwing(100), await addOwing(100)];
    const { fileId } = await addCertainLines(
      portal,
      clients.map((userId) => ({ userId, amount: '100.00' })),
    );
    await bookCertain(portal, admin, fileId);
    const isOfFile = like(jobs.key, `bank-file:${fileId}:%`);
    const [{ key = '' } = {}] = await portal.connection.select({ key: jobs.key }).from(jobs).where(isOfFile);
    const { database } = await import('#local/seed/whole-database.ts');
    const sent: string[] = [];
    const bankBookingQueue = { send: async (next: string) => void sent.push(next) };

    await runBookingJob({ database, mailSettings: { isOn: false }, bankBookingQueue }, key, {
      clock: () => new Date(),
      timeLeftMs: () => 1_000,
      log: () => {},
    });

    expect(sent).toEqual([key]);
    expect(await portal.connection.select().from(jobs).where(isOfFile)).toMatchObject([
      { state: 'queued', crashes: 0, attempts: 0, lease_token: null },
    ]);
    await runBookings(portal);
    expect(await readBooked(portal, fileId)).toMatchObject(
      clients.map(() => ({ state: 'booked', bookings: 1 })),
    );
  });

  it('a month that was closed after the press moves a payment to the first open day, with its bank date', async () => {
    const userId = await addOwing(100);
    const lastMonth = dayFromToday(-Number(dayFromToday(0).slice(8)));
    const { fileId } = await addCertainLines(portal, [{ userId, amount: '100.00', date: lastMonth }]);
    await bookCertain(portal, admin, fileId);
    expect(await closingCalls(portal, admin).close(lastMonth.slice(0, 7))).toMatchObject({ status: 201 });
    await runBookings(portal);

    expect((await readAccount(userId)).rows.at(-1)).toMatchObject({
      kind: 'payment',
      date: `${dayFromToday(0).slice(0, 7)}-01`,
      bank_date: lastMonth,
    });
    expect(await readFile(fileId)).toMatchObject({ state: 'ready', ties: true, counts: { booked: 1 } });
  });
});
